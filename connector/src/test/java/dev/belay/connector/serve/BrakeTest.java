package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.connector.TurnId;
import dev.belay.connector.custody.Event;
import dev.belay.connector.delivery.Nonces;
import dev.belay.connector.engine.Answer;
import dev.belay.connector.engine.Engine;
import dev.belay.connector.turn.DropReason;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// STOP, and a lock that is gone, at each place of a message's way.
class BrakeTest {
    private final FakeNetwork network = new FakeNetwork();
    private final WayInvariants invariants = new WayInvariants();
    private SimHost host;
    private SimProcess process;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Runs.host();
        process = host.start("run");
    }

    private void brake() throws IOException {
        Runs.brake(host.start("operator"));
    }

    /// Answers, and something else has happened meanwhile.
    private Engine meanwhile(At.Deed deed) {
        return (question, limit) -> {
            try {
                deed.now();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return Runs.echo(process, network).ask(question, limit);
        };
    }

    @Test
    void a_message_that_is_accepted_under_the_brake_is_dropped() throws IOException {
        network.say("7001", "first", Runs.NOW);
        String second = network.say("7001", "second", Runs.NOW);

        List<Event> events = Runs.serve(process, network, Runs.binding(), meanwhile(this::brake));

        assertThat(network.asked()).hasSize(1);
        assertThat(events).contains(new Event.Dropped(second, DropReason.STOPPED));
        assertThat(Runs.lines(host, "drops"))
                .singleElement()
                .asString()
                .contains(second, "stopped");
        assertThat(Runs.lines(host, "inbox")).hasSize(2);
    }

    @Test
    void an_answer_that_the_brake_finds_under_way_is_delivered() throws IOException {
        network.say("7001", "x".repeat(700), Runs.NOW);

        Runs.serve(process, network, Runs.binding(), meanwhile(this::brake));

        assertThat(network.ours()).hasSize(3);
    }

    @Test
    void no_engine_is_asked_once_stop_is_there_however_late_it_comes() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        At.call(process, "syncData discord/support/admissions.jsonl", this::brake);

        List<Event> events = Runs.serve(process, network, Runs.binding());

        assertThat(network.asked()).isEmpty();
        assertThat(Runs.lines(host, "admissions")).hasSize(1);
        assertThat(Runs.turn(host, id).string("outcome")).contains("stopped");
        assertThat(events).contains(new Event.Dropped(id, DropReason.STOPPED));
        assertThat(network.ours()).isEmpty();
    }

    @Test
    void a_turn_that_was_stopped_stays_so_in_the_next_run() throws IOException {
        network.say("7001", "hello", Runs.NOW);
        At.call(process, "syncData discord/support/admissions.jsonl", this::brake);
        Runs.serve(process, network, Runs.binding());

        Runs.clear(host.start("operator"));
        Runs.serve(host.start("next"), network, Runs.binding());

        assertThat(network.asked()).isEmpty();
        assertThat(network.posts()).isEmpty();
    }

    @Test
    void whenever_the_brake_comes_no_engine_is_asked_after_it_and_nothing_is_lost()
            throws IOException {
        int stopped = 0;
        int[] asked = {0};
        for (int step = 0; asked[0] >= 0; step++) {
            FakeNetwork messages = WayInvariants.saying("hello", "again");
            SimHost machine = Runs.host();
            SimProcess run = machine.start("run");
            asked[0] = -1;
            At.change(
                    run,
                    step,
                    () -> {
                        Runs.brake(machine.start("operator"));
                        asked[0] = messages.asked().size();
                    });
            try {
                Runs.serve(run, messages, Runs.binding());
            } catch (Refusal refusal) {
                assertThat(refusal.code()).isEqualTo(ErrorCode.BRAKED);
            }
            run.kill();
            if (asked[0] >= 0) {
                assertThat(messages.asked()).as("step " + step).hasSize(asked[0]);
                stopped++;
                Runs.clear(machine.start("operator"));
                Runs.serve(machine.start("next"), messages, Runs.binding());
            }
            invariants.check(machine.start("check"), messages, Runs.binding(), 1);
        }

        assertThat(stopped).isGreaterThan(100);
        System.out.println("brakes in a run of two messages: " + stopped);
    }

    @Test
    void what_may_be_out_is_not_sent_again_under_the_brake() throws IOException {
        network.say("7001", "hello", Runs.NOW);
        At.call(process, "send " + nonce(), () -> process.kill());
        Runs.serveUntilKilled(process, network, Runs.binding());
        SimProcess next = host.start("next");
        At.call(next, "sync discord/support/parts", this::brake);

        Runs.serve(next, network, Runs.binding());
        assertThat(network.posts()).isEmpty();

        Runs.clear(host.start("operator"));
        Runs.serve(host.start("last"), network, Runs.binding());
        assertThat(network.ours()).hasSize(1);
    }

    private String nonce() {
        String id = network.waiting().getFirst().id();
        return Nonces.of(Runs.NAME, new TurnId(id), 0);
    }

    @Test
    void a_run_whose_lock_is_gone_ends_before_it_asks_or_sends() throws IOException {
        network.say("7001", "hello", Runs.NOW);
        At.call(process, "syncData discord/support/inbox.jsonl", this::takeLockAway);

        assertThatThrownBy(() -> Runs.serve(process, network, Runs.binding()))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.OWNERSHIP_LOST));
        assertThat(network.asked()).isEmpty();
    }

    @Test
    void an_answer_is_neither_recorded_nor_sent_once_the_lock_is_gone() throws IOException {
        network.say("7001", "hello", Runs.NOW);

        assertThatThrownBy(() ->
                        Runs.serve(process, network, Runs.binding(), meanwhile(this::takeLockAway)))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.OWNERSHIP_LOST));
        assertThat(network.asked()).hasSize(1);
        assertThat(network.posts()).isEmpty();
        assertThat(Runs.files(host).keySet()).noneMatch(name -> name.startsWith("turns/"));
    }

    @Test
    void no_part_is_sent_once_the_lock_is_gone_though_its_intent_is_there() throws IOException {
        network.say("7001", "hello", Runs.NOW);
        At.call(process, "syncData discord/support/outbox.jsonl", this::takeLockAway);

        assertThatThrownBy(() -> Runs.serve(process, network, Runs.binding()))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.OWNERSHIP_LOST));
        assertThat(Runs.lines(host, "outbox")).hasSize(1);
        assertThat(network.posts()).isEmpty();
    }

    private void takeLockAway() throws IOException {
        try (Directory binding = host.disk().open(Runs.DIRECTORY, "")) {
            binding.rename("run.lock", binding, "elsewhere");
        }
    }

    @Test
    void an_engine_that_gives_up_without_being_told_to_has_failed() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);

        Runs.serve(process, network, Runs.binding(), (_, _) -> new Answer.Abandoned());

        assertThat(Runs.turn(host, id).string("outcome")).contains("abandoned");
        assertThat(network.ours()).extracting(FakeNetwork.Said::text).containsExactly("it failed");
    }
}
