package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.binding.Binding;
import dev.belay.connector.binding.Binding.Ceilings;
import dev.belay.connector.binding.Times;
import dev.belay.connector.custody.Event;
import dev.belay.connector.engine.Answer;
import dev.belay.connector.engine.Engine;
import dev.belay.connector.engine.Question;
import dev.belay.sim.SimHost;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A run on threads: many channels at once, its bounds, and its end.
@Timeout(60)
class ConnectorThreadsTest {
    private final FakeNetwork network = new FakeNetwork();
    private SimHost host;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Runs.host();
    }

    private Answer echo(Question question) {
        network.ask(question, Runs.NOW);
        return new Answer.Answered("re: " + question.text(), 1);
    }

    private static Binding of(int daily, int atOnce) {
        return Runs.with(new Ceilings(daily, 0, 0, 0, atOnce, 50));
    }

    private static Binding withGrace(Duration grace) {
        Binding binding = Runs.binding();
        Times times = binding.times();
        return new Binding(
                binding.name(),
                binding.places(),
                binding.users(),
                binding.triggers(),
                binding.lengthMax(),
                binding.ceilings(),
                new Times(times.answer(), grace, times.ageMax(), times.retry()),
                binding.texts(),
                binding.reply(),
                binding.interrupted(),
                binding.retention());
    }

    private List<String> texts(String channel) {
        return network.ours().stream()
                .filter(it -> it.channel().equals(channel))
                .map(FakeNetwork.Said::text)
                .toList();
    }

    @Test
    void channels_beside_each_other_admit_no_more_than_the_ceiling() throws Exception {
        Binding binding = Runs.everywhere(new Ceilings(25, 0, 0, 0, 8, 50));
        try (LiveRun run = new LiveRun(host, network, binding, (q, _) -> echo(q))) {
            for (int i = 0; i < 96; i++) {
                run.say("71" + (10 + i % 16), "hello " + i);
            }
            run.finish();
        }

        assertThat(network.asked()).hasSize(25);
        assertThat(Runs.lines(host, "admissions")).hasSize(25);
        assertThat(Runs.lines(host, "drops")).hasSize(71);
        assertThat(Runs.lines(host, "notices")).hasSize(1);
        assertThat(network.ours()).hasSize(26);
    }

    @Test
    void no_hour_and_no_user_gets_more_than_its_ceiling_either() throws Exception {
        Binding binding = Runs.everywhere(new Ceilings(100, 9, 0, 0, 8, 50));
        try (LiveRun run = new LiveRun(host, network, binding, (q, _) -> echo(q))) {
            for (int i = 0; i < 48; i++) {
                run.say("71" + (10 + i % 16), "hello " + i);
            }
            run.finish();
        }

        assertThat(network.asked()).hasSize(9);
    }

    @Test
    void a_channel_keeps_its_order_and_waits_for_no_other() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        Engine together =
                (question, _) -> {
                    try {
                        both.await(20, TimeUnit.SECONDS); // One of each channel, or never.
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                    return echo(question);
                };
        try (LiveRun run = new LiveRun(host, network, of(100, 2), together)) {
            for (int i = 1; i <= 5; i++) {
                run.say("7001", "a" + i);
                run.say("7002", "b" + i);
            }
            run.finish();
        }

        assertThat(texts("7001")).containsExactly("re: a1", "re: a2", "re: a3", "re: a4", "re: a5");
        assertThat(texts("7002")).containsExactly("re: b1", "re: b2", "re: b3", "re: b4", "re: b5");
    }

    @Test
    void no_more_turns_are_in_flight_than_may_be() throws Exception {
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch three = new CountDownLatch(3);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Engine counting =
                (question, _) -> {
                    most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                    three.countDown();
                    await(mayEnd);
                    inFlight.decrementAndGet();
                    return echo(question);
                };
        Binding binding = Runs.everywhere(new Ceilings(1_000, 0, 0, 0, 3, 50));
        try (LiveRun run = new LiveRun(host, network, binding, counting)) {
            for (int i = 0; i < 60; i++) {
                run.say("71" + (10 + i % 20), "hello");
            }
            await(three);
            while (run.connector().load().waiting() != 40) {
                Thread.onSpinWait(); // Until each channel is at its first message.
            }
            assertThat(run.connector().load().inFlight()).isEqualTo(3);
            mayEnd.countDown();
            run.finish();
        }

        assertThat(network.asked()).hasSize(60);
        assertThat(most.get()).isEqualTo(3);
    }

    @Test
    void a_turn_that_ends_within_its_grace_is_answered() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Engine slow =
                (question, _) -> {
                    begun.countDown();
                    await(mayEnd);
                    return echo(question);
                };
        try (LiveRun run = new LiveRun(host, network, withGrace(Duration.ofSeconds(20)), slow)) {
            run.say("7001", "first");
            await(begun);
            String second = run.say("7001", "second");
            run.connector().end();
            mayEnd.countDown();
            run.join();

            assertThat(texts("7001")).containsExactly("re: first");
            assertThat(run.events())
                    .noneMatch(it -> it.toString().contains("Asked[turn=" + second));
        }
    }

    @Test
    void a_message_that_waits_for_a_place_as_the_run_ends_is_left_to_the_next_run()
            throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Engine slow =
                (question, _) -> {
                    begun.countDown();
                    await(mayEnd);
                    return echo(question);
                };
        try (LiveRun run = new LiveRun(host, network, of(100, 1), slow)) {
            run.say("7001", "first");
            await(begun);
            run.say("7002", "second");
            run.say("7002", " "); // Once this is dropped, the second has been brought.
            while (run.events().stream().noneMatch(Event.Dropped.class::isInstance)
                    || run.connector().load().waiting() > 0) {
                Thread.onSpinWait();
            }
            run.connector().end();
            mayEnd.countDown();
            run.join();
        }
        assertThat(network.asked()).hasSize(1);
        assertThat(Runs.lines(host, "admissions")).hasSize(1);

        Runs.serve(host.start("next"), network, Runs.binding());

        assertThat(texts("7002")).containsExactly("re: second");
    }

    @Test
    void a_turn_that_does_not_is_left_to_the_next_run() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Engine endless =
                (_, _) -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                    return new Answer.Abandoned();
                };
        String id;
        try (LiveRun run = new LiveRun(host, network, withGrace(Duration.ZERO), endless)) {
            id = run.say("7001", "hello");
            await(begun);
            run.connector().end();
            run.join();
            assertThat(run.events())
                    .noneMatch(Event.Recorded.class::isInstance)
                    .noneMatch(Event.Sent.class::isInstance);
        }

        Runs.serve(host.start("next"), network, Runs.binding());

        assertThat(Runs.turn(host, id).string("outcome")).contains("interrupted");
        assertThat(texts("7001")).containsExactly("it was lost");
    }

    @Test
    void a_changed_binding_is_for_the_next_message() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Engine slow =
                (question, _) -> {
                    begun.countDown();
                    await(mayEnd);
                    return new Answer.Failed("no");
                };
        Binding before = Runs.binding();
        Binding after =
                new Binding(
                        before.name(),
                        before.places(),
                        before.users(),
                        before.triggers(),
                        before.lengthMax(),
                        before.ceilings(),
                        before.times(),
                        new Binding.Texts("", "changed", "", ""),
                        before.reply(),
                        before.interrupted(),
                        before.retention());
        try (LiveRun run = new LiveRun(host, network, before, slow)) {
            run.say("7001", "first");
            run.say("7001", "second");
            await(begun);
            run.connector().apply(after, List.of("texts"));
            mayEnd.countDown();
            run.finish();
        }

        assertThat(texts("7001")).containsExactly("it failed", "changed");
        assertThat(Runs.lines(host, "reloads"))
                .singleElement()
                .asString()
                .contains("applied", "texts");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
