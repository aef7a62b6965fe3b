package dev.belay.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GroupCommitTest {
    private final List<List<String>> batches = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch gate = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    /// Its first step waits at the gate; each answers in capitals.
    private final GroupCommit<String, String> gated = commit(10);

    private GroupCommit<String, String> commit(int weightMax) {
        return new GroupCommit<>(
                weightMax,
                String::length,
                batch -> {
                    batches.add(batch);
                    if (batches.size() == 1) {
                        pass();
                    }
                    if (batch.contains("bad")) {
                        throw new IOException("a bad batch");
                    }
                    return batch.stream().map(each -> each.toUpperCase(Locale.ROOT)).toList();
                });
    }

    @Test
    void a_lone_caller_does_its_own_work_at_once() throws Exception {
        gate.countDown();

        assertThat(gated.submit("a")).isEqualTo("A");
        assertThat(gated.submit("b")).isEqualTo("B");
        assertThat(batches).containsExactly(List.of("a"), List.of("b"));
    }

    @Test
    void what_is_asked_for_meanwhile_is_done_in_one_step_in_the_order_of_asking() throws Exception {
        List<FutureTask<String>> calls = submitBehindTheGate(gated, "a", "b", "c", "d");

        assertThat(calls.get(0).get()).isEqualTo("A");
        assertThat(calls.get(1).get()).isEqualTo("B");
        assertThat(calls.get(3).get()).isEqualTo("D");
        assertThat(batches).containsExactly(List.of("a"), List.of("b", "c", "d"));
    }

    @Test
    void a_step_takes_no_more_than_it_may_but_for_one_that_is_heavier() throws Exception {
        List<FutureTask<String>> calls =
                submitBehindTheGate(gated, "a", "12345", "12345", "1", "12345678901", "1");

        for (FutureTask<String> call : calls) {
            call.get();
        }
        assertThat(batches)
                .containsExactly(
                        List.of("a"),
                        List.of("12345", "12345"),
                        List.of("1"),
                        List.of("12345678901"),
                        List.of("1"));
    }

    @Test
    void a_failure_is_that_of_all_who_asked_together_and_of_nobody_else() throws Exception {
        List<FutureTask<String>> calls = submitBehindTheGate(gated, "a", "b", "bad", "c");

        assertThat(calls.get(0).get()).isEqualTo("A");
        for (FutureTask<String> failed : calls.subList(1, 4)) {
            assertThatThrownBy(failed::get).hasRootCauseMessage("a bad batch");
        }
        assertThat(gated.submit("d")).isEqualTo("D");
    }

    @Test
    void an_error_of_a_step_frees_those_who_wait() {
        GroupCommit<String, String> broken =
                new GroupCommit<>(
                        1,
                        String::length,
                        _ -> {
                            throw new IllegalStateException("a mistake");
                        });

        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(() -> broken.submit("a")).hasMessage("a mistake");
        }
    }

    @Test
    void a_step_that_forgets_a_result_is_a_mistake() {
        GroupCommit<String, String> forgetful =
                new GroupCommit<>(1, String::length, _ -> List.of());

        assertThatThrownBy(() -> forgetful.submit("a")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void an_interrupt_neither_ends_a_wait_nor_is_lost() throws Exception {
        List<FutureTask<Boolean>> calls = new ArrayList<>();
        start(calls, () -> gated.submit("a").equals("A"));
        start(calls, () -> gated.submit("b").equals("B") && Thread.currentThread().isInterrupted());

        threads.get(1).interrupt();
        awaitWaiting(threads.get(1));
        gate.countDown();

        assertThat(calls.get(1).get()).isTrue();
        assertThat(calls.get(0).get()).isTrue();
    }

    private List<FutureTask<String>> submitBehindTheGate(
            GroupCommit<String, String> commit, String... items) throws Exception {
        List<FutureTask<String>> calls = new ArrayList<>();
        for (String item : items) {
            start(calls, () -> commit.submit(item));
        }
        gate.countDown();
        return calls;
    }

    /// Starts a thread, and returns when it waits for its turn or at the gate.
    private <T> void start(List<FutureTask<T>> calls, Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        calls.add(task);
        Thread thread = Thread.ofPlatform().daemon().start(task);
        threads.add(thread);
        awaitWaiting(thread);
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING
                && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    private void pass() {
        try {
            assertThat(gate.await(50, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the one at work", e);
        }
    }
}
