package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.connector.TurnId;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.channel.Post;
import dev.belay.connector.custody.Event;
import dev.belay.connector.delivery.Nonces;
import dev.belay.connector.engine.Answer;
import dev.belay.connector.engine.Engine;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is done about parts that may be out, over clocks that are set, texts that are alike, and
/// connections that go on.
class ReconcilingRunTest {
    private final FakeNetwork network = new FakeNetwork();
    private SimHost host;
    private SimProcess process;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Runs.host();
        process = host.start("run");
    }

    private void serve(Binding binding) throws IOException {
        Runs.serve(process, network, binding);
        process.kill();
        process = host.start("next");
    }

    private OutboxStatus status(String turn) throws IOException {
        try (ConnectorJournal journal = Runs.open(host.start("reader"))) {
            return journal.outbox().status(nonce(turn)).orElseThrow();
        }
    }

    private static String nonce(String turn) {
        return Nonces.of(Runs.NAME, new TurnId(turn), 0);
    }

    private void loseAll(int posts) {
        for (int i = 0; i < posts; i++) {
            network.loseNext();
        }
    }

    @Test
    void a_clock_that_is_set_back_in_a_run_makes_no_part_younger() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        loseAll(16);
        network.thenReconnect(() -> {
            host.clock().advance(Duration.ofSeconds(10));
            host.clock().set(Runs.NOW.plusSeconds(5));
        });

        serve(Runs.binding());

        assertThat(network.posts()).hasSize(16);
        assertThat(network.ours()).isEmpty();
        assertThat(status(id)).isEqualTo(OutboxStatus.UNKNOWN);
    }

    /// Of what another run has intended, the first look at the wall clock counts.
    @Test
    void a_clock_that_is_set_back_behind_a_start_makes_no_part_younger() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        At.call(process, "send " + nonce(id), process::kill);
        Runs.serveUntilKilled(process, network, Runs.binding());
        process = host.start("next");
        host.clock().advance(Duration.ofSeconds(70));
        network.thenReconnect(() -> {
            host.clock().advance(Duration.ofSeconds(20));
            host.clock().set(Runs.NOW.plusSeconds(1));
        });
        loseAll(2);

        serve(Runs.binding());

        // Two attempts in the ten seconds that were left.
        assertThat(network.posts()).hasSize(2);
        assertThat(network.ours()).isEmpty();
    }

    @Test
    void one_message_proves_the_part_that_answers_its_question_and_no_other() throws IOException {
        network.forgetNonces();
        String first = network.say("7001", "hello", Runs.NOW);
        String second = network.say("7001", "hello", Runs.NOW);
        loseAll(16);
        network.loseNextAnswer(Runs.NOW);
        loseAll(16);
        serve(Runs.binding());
        host.clock().advance(Duration.ofSeconds(80));

        serve(Runs.binding());

        assertThat(network.ours()).hasSize(1);
        assertThat(status(first)).isEqualTo(OutboxStatus.UNKNOWN);
        assertThat(status(second)).isEqualTo(OutboxStatus.CONFIRMED);
    }

    @Test
    void a_message_that_refers_to_nothing_proves_none_of_two_parts_that_are_alike()
            throws IOException {
        Binding plain = Runs.with(new Binding.Reply(false, Post.Mentions.SILENT, 20));
        network.forgetNonces();
        String first = network.say("7001", "hello", Runs.NOW);
        String second = network.say("7001", "hello", Runs.NOW);
        loseAll(16);
        network.loseNextAnswer(Runs.NOW);
        loseAll(16);
        serve(plain);
        host.clock().advance(Duration.ofSeconds(80));

        serve(plain);

        assertThat(network.ours()).hasSize(1);
        assertThat(status(first)).isEqualTo(OutboxStatus.UNKNOWN);
        assertThat(status(second)).isEqualTo(OutboxStatus.UNKNOWN);
    }

    @Test
    void a_message_that_answers_another_question_proves_nothing() throws IOException {
        network.forgetNonces();
        String id = network.say("7001", "hello", Runs.NOW);
        loseAll(16);
        serve(Runs.binding());
        Instant later = host.clock().now();
        network.receive(
                new Post("of-another", "7001", "1", "re: hello", Post.Mentions.SILENT), later);
        host.clock().advance(Duration.ofSeconds(80));

        serve(Runs.binding());

        assertThat(status(id)).isEqualTo(OutboxStatus.UNKNOWN);
    }

    /// What is asked second lets the run look again at what the first has left.
    private Engine tending(AtomicReference<LiveRun> run) {
        return (question, _) -> {
            if (question.text().equals("second")) {
                host.clock().advance(Duration.ofSeconds(10));
                run.get().connector().tend();
                run.get().connector().tend();
            }
            return new Answer.Answered("re: " + question.text(), 1);
        };
    }

    @Test
    void in_a_connection_that_goes_on_a_part_that_was_left_unknown_is_looked_for()
            throws Exception {
        AtomicReference<LiveRun> self = new AtomicReference<>();
        network.loseNextAnswer(Runs.NOW);
        loseAll(15);
        String id;
        try (LiveRun run = new LiveRun(host, network, Runs.binding(), tending(self))) {
            self.set(run);
            id = run.say("7001", "first");
            run.say("7001", "second");
            run.finish();
            assertThat(run.events())
                    .filteredOn(new Event.Sent(nonce(id), OutboxStatus.CONFIRMED, "")::equals)
                    .hasSize(1);
        }

        assertThat(network.posts()).hasSize(17);
        assertThat(network.delivered(nonce(id))).hasSize(1);
    }

    @Test
    void what_waits_behind_a_part_that_was_left_unknown_goes_out_in_the_same_connection()
            throws Exception {
        AtomicReference<LiveRun> self = new AtomicReference<>();
        loseAll(16);
        String id;
        try (LiveRun run = new LiveRun(host, network, Runs.binding(), tending(self))) {
            self.set(run);
            id = run.say("7001", "x".repeat(500));
            run.say("7001", "second");
            run.finish();
        }

        assertThat(network.delivered(Nonces.of(Runs.NAME, new TurnId(id), 1))).hasSize(1);
        assertThat(status(id)).isEqualTo(OutboxStatus.UNKNOWN);
        assertThat(Runs.lines(host, "outbox").stream().filter(line -> line.contains("window")))
                .as("looked for once, and said once")
                .hasSize(1);
    }

    @Test
    void a_run_that_has_nothing_to_do_ends_when_its_lock_is_gone() throws Exception {
        try (LiveRun run =
                new LiveRun(host, network, Runs.binding(), Runs.echo(process, network))) {
            run.connector().tend();
            try (Directory binding = host.disk().open(Runs.DIRECTORY, "")) {
                binding.rename("run.lock", binding, "moved-away");
            }

            run.connector().tend();

            assertThatThrownBy(run::join)
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.OWNERSHIP_LOST));
        }
    }
}
