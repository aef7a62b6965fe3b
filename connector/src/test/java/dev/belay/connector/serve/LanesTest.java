package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.sim.SimClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LanesTest {
    private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    private final Lanes lanes = new Lanes(new SimClock(), Lanes::startThread, failures::add);
    private final List<Integer> done = Collections.synchronizedList(new ArrayList<>());

    /// Fills the lanes, behind a task that waits for the latch.
    private void fill(CountDownLatch latch) {
        CountDownLatch begun = new CountDownLatch(1);
        lanes.bring(
                "a",
                () -> {
                    begun.countDown();
                    await(latch);
                });
        await(begun);
        for (int i = 0; i < Lanes.WAITING_MAX; i++) {
            int number = i;
            lanes.bring("a", () -> done.add(number));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Returns once the thread waits for something.
    private static void untilWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            assertThat(thread.isAlive()).isTrue();
            Thread.onSpinWait();
        }
    }

    @Test
    void who_brings_more_than_may_wait_waits_until_there_is_room() throws Exception {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        fill(mayGoOn);
        Thread bringing =
                Thread.ofPlatform()
                        .start(() -> lanes.bring("b", () -> done.add(Lanes.WAITING_MAX)));

        untilWaiting(bringing);
        assertThat(lanes.waiting()).isEqualTo(Lanes.WAITING_MAX);
        mayGoOn.countDown();
        bringing.join();
        lanes.finish();

        assertThat(done)
                .filteredOn(it -> it < Lanes.WAITING_MAX)
                .containsExactlyElementsOf(IntStream.range(0, Lanes.WAITING_MAX).boxed().toList());
        assertThat(done).hasSize(Lanes.WAITING_MAX + 1);
        assertThat(lanes.waiting()).isZero();
    }

    @Test
    void an_end_frees_who_waits_and_begins_nothing_more() throws Exception {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        fill(mayGoOn);
        Thread bringing = Thread.ofPlatform().start(() -> lanes.bring("b", () -> done.add(-1)));
        untilWaiting(bringing);

        lanes.close();
        bringing.join();
        mayGoOn.countDown();
        lanes.finish();

        assertThat(done).isEmpty();
    }

    @Test
    void a_task_that_fails_is_told_and_the_lane_goes_on() {
        lanes.bring(
                "a",
                () -> {
                    throw new IllegalStateException("first");
                });
        lanes.bring("a", () -> done.add(1));
        lanes.finish();

        assertThat(failures).singleElement().asString().contains("first");
        assertThat(done).containsExactly(1);
    }

    @Test
    void what_comes_first_overtakes_what_waits_and_keeps_its_order() {
        lanes.bring(
                "a",
                () -> {
                    lanes.add("a", () -> done.add(3));
                    lanes.addFirst("a", List.of(() -> done.add(1), () -> done.add(2)));
                });
        lanes.finish();

        assertThat(done).containsExactly(1, 2, 3);
    }

    @Test
    void a_thread_that_was_interrupted_brings_nothing_when_there_is_no_room() throws Exception {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        fill(mayGoOn);
        Thread bringing = Thread.ofPlatform().start(() -> lanes.bring("b", () -> done.add(-1)));
        untilWaiting(bringing);

        bringing.interrupt();
        bringing.join();
        mayGoOn.countDown();
        lanes.finish();

        assertThat(done).doesNotContain(-1).hasSize(Lanes.WAITING_MAX);
    }
}
