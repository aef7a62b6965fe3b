package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.TurnId;
import dev.belay.connector.custody.Event;
import dev.belay.connector.delivery.Nonces;
import dev.belay.connector.delivery.Settling.Answer;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.line.Delivery;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How parts get out, over answers that are lost and runs that are cut off.
class DeliveryRunTest {
    private final FakeNetwork network = new FakeNetwork();
    private SimHost host;
    private SimProcess process;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Runs.host();
        process = host.start("run");
    }

    private void serve() throws IOException {
        Runs.serve(process, network, Runs.binding());
        process.kill();
        process = host.start("next");
    }

    /// What the journal says is to be done still.
    private List<Delivery> unresolved() throws IOException {
        try (ConnectorJournal journal = Runs.open(host.start("reader"))) {
            return journal.outbox().unresolved();
        }
    }

    private OutboxStatus status(String nonce) throws IOException {
        try (ConnectorJournal journal = Runs.open(host.start("reader"))) {
            return journal.outbox().status(nonce).orElseThrow();
        }
    }

    private static String nonce(String turn, int part) {
        return Nonces.of(Runs.NAME, new TurnId(turn), part);
    }

    private void answerNext(Answer answer) {
        network.next(_ -> Optional.of(answer));
    }

    @Test
    void a_part_whose_answer_is_lost_is_sent_again_under_its_nonce_and_is_there_once()
            throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        network.loseNextAnswer(Runs.NOW);

        serve();

        assertThat(network.posts())
                .hasSize(2)
                .extracting(it -> it.nonce())
                .containsOnly(nonce(id, 0));
        assertThat(network.ours()).hasSize(1);
        assertThat(status(nonce(id, 0))).isEqualTo(OutboxStatus.CONFIRMED);
        assertThat(Runs.lines(host, "outbox"))
                .extracting(line -> line.replaceAll(".*\"status\":\"(\\w+)\".*", "$1"))
                .containsExactly("intent", "unknown", "intent", "confirmed");
    }

    @Test
    void a_part_is_not_sent_again_once_the_window_may_be_over() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        for (int i = 0; i < 50; i++) {
            network.loseNext();
        }

        serve();

        // A request every five seconds, the last one over before ninety.
        assertThat(network.posts()).hasSize(16);
        assertThat(status(nonce(id, 0))).isEqualTo(OutboxStatus.UNKNOWN);
        assertThat(Runs.files(host)).containsKey("parts/" + nonce(id, 0));
    }

    @Test
    void the_parts_behind_one_that_may_be_out_wait_for_it() throws IOException {
        String id = network.say("7001", "x".repeat(500), Runs.NOW);
        for (int i = 0; i < 16; i++) {
            network.loseNext();
        }
        serve();
        assertThat(network.posts()).extracting(it -> it.nonce()).containsOnly(nonce(id, 0));

        host.clock().advance(Duration.ofSeconds(80));
        serve();

        assertThat(network.ours())
                .extracting(FakeNetwork.Said::nonce)
                .containsExactly(nonce(id, 1));
        assertThat(unresolved()).extracting(Delivery::nonce).containsExactly(nonce(id, 0));
    }

    @Test
    void a_part_that_is_refused_takes_those_behind_it_along() throws IOException {
        String id = network.say("7001", "x".repeat(500), Runs.NOW);
        answerNext(new Answer.Rejected("50013"));

        serve();

        assertThat(network.posts()).hasSize(1);
        assertThat(status(nonce(id, 0))).isEqualTo(OutboxStatus.REFUSED);
        assertThat(status(nonce(id, 1))).isEqualTo(OutboxStatus.REFUSED);
        assertThat(Runs.files(host).keySet()).noneMatch(name -> name.startsWith("parts/"));
    }

    @Test
    void a_part_that_is_put_off_is_sent_when_the_time_is_over() throws IOException {
        network.say("7001", "hello", Runs.NOW);
        answerNext(new Answer.Deferred(Duration.ofSeconds(7)));

        serve();

        assertThat(network.ours()).hasSize(1);
        assertThat(host.clock().now()).isEqualTo(Runs.NOW.plusSeconds(7));
    }

    @Test
    void a_part_that_was_never_taken_is_sent_however_long_the_channel_is_away() throws IOException {
        network.say("7001", "hello", Runs.NOW);
        for (int i = 0; i < 60; i++) {
            answerNext(new Answer.Deferred(Duration.ofSeconds(20)));
        }

        serve();

        assertThat(network.ours()).hasSize(1);
        assertThat(host.clock().now()).isEqualTo(Runs.NOW.plus(Duration.ofMinutes(20)));
    }

    @Test
    void a_part_that_was_never_taken_is_refused_when_nobody_waits_for_it() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        for (int i = 0; i < 200; i++) {
            answerNext(new Answer.Deferred(Duration.ofSeconds(20)));
        }

        serve();

        assertThat(network.ours()).isEmpty();
        assertThat(status(nonce(id, 0))).isEqualTo(OutboxStatus.REFUSED);
        assertThat(Runs.lines(host, "outbox").getLast()).contains("not-taken");
    }

    @Test
    void a_part_that_may_be_out_is_put_off_no_longer_than_its_window() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        network.loseNext();
        for (int i = 0; i < 60; i++) {
            answerNext(new Answer.Deferred(Duration.ofSeconds(20)));
        }

        serve();

        assertThat(network.posts()).hasSize(5);
        assertThat(status(nonce(id, 0))).isEqualTo(OutboxStatus.UNKNOWN);
    }

    @Test
    void a_part_that_was_put_off_and_is_then_refused_is_refused() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        answerNext(new Answer.Deferred(Duration.ofSeconds(7)));
        answerNext(new Answer.Rejected("50013"));

        serve();

        assertThat(status(nonce(id, 0))).isEqualTo(OutboxStatus.REFUSED);
    }

    @Test
    void a_part_that_may_be_out_and_is_then_refused_stays_unknown() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        network.loseNext();
        answerNext(new Answer.Rejected("50013"));

        serve();

        assertThat(status(nonce(id, 0))).isEqualTo(OutboxStatus.UNKNOWN);
    }

    @Test
    void a_part_that_is_gone_when_it_is_repeated_was_delivered() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        network.loseNext();
        answerNext(new Answer.Gone("10008"));

        serve();

        assertThat(status(nonce(id, 0))).isEqualTo(OutboxStatus.CONFIRMED);
    }

    @Test
    void a_channel_that_breaks_leaves_a_part_that_may_be_out() throws IOException {
        network.say("7001", "hello", Runs.NOW);
        network.next(_ -> {
            throw new IllegalStateException("broken");
        });

        serve();

        assertThat(network.posts()).hasSize(2);
        assertThat(network.ours()).hasSize(1);
    }

    /// The answer to `hello` is out, and the run is cut off before it knows.
    private String cutOffWhileSending() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        network.next(post -> {
            Answer answer = network.receive(post, Runs.NOW);
            process.kill();
            return Optional.of(answer);
        });
        Runs.serveUntilKilled(process, network, Runs.binding());
        process = host.start("next");
        return nonce(id, 0);
    }

    @Test
    void inside_the_window_a_part_is_sent_again_after_a_crash_and_is_there_once()
            throws IOException {
        String nonce = cutOffWhileSending();
        host.clock().advance(Duration.ofSeconds(79));

        serve();

        assertThat(network.posts()).hasSize(2);
        assertThat(network.delivered(nonce)).hasSize(1);
        assertThat(status(nonce)).isEqualTo(OutboxStatus.CONFIRMED);
    }

    @Test
    void behind_the_window_a_part_is_found_by_its_nonce_and_never_sent_again() throws IOException {
        String nonce = cutOffWhileSending();
        host.clock().advance(Duration.ofSeconds(80));

        serve();

        assertThat(network.posts()).hasSize(1);
        assertThat(status(nonce)).isEqualTo(OutboxStatus.CONFIRMED);
        assertThat(Runs.files(host).keySet()).noneMatch(name -> name.startsWith("parts/"));
    }

    @Test
    void where_histories_show_no_nonce_a_part_is_found_by_its_text() throws IOException {
        String nonce = cutOffWhileSending();
        network.forgetNonces();
        host.clock().advance(Duration.ofSeconds(80));

        serve();

        assertThat(network.posts()).hasSize(1);
        assertThat(status(nonce)).isEqualTo(OutboxStatus.CONFIRMED);
    }

    @Test
    void the_same_text_of_another_part_is_not_taken_for_it() throws IOException {
        String first = network.say("7001", "hello", Runs.NOW);
        for (int i = 0; i < 16; i++) {
            network.loseNext();
        }
        String second = network.say("7001", "hello", Runs.NOW);
        network.forgetNonces();

        serve();
        host.clock().advance(Duration.ofSeconds(80));
        serve();

        assertThat(status(nonce(second, 0))).isEqualTo(OutboxStatus.CONFIRMED);
        assertThat(status(nonce(first, 0))).isEqualTo(OutboxStatus.UNKNOWN);
        assertThat(network.ours()).hasSize(1);
    }

    @Test
    void what_is_not_found_stays_unknown_and_is_said_once() throws IOException {
        network.say("7001", "hello", Runs.NOW);
        At.call(process, "send " + nonce(network.waiting().getFirst().id(), 0), process::kill);
        Runs.serveUntilKilled(process, network, Runs.binding());
        host.clock().advance(Duration.ofSeconds(80));
        process = host.start("next");

        serve();
        List<String> lines = Runs.lines(host, "outbox");
        serve();

        assertThat(lines).hasSize(2).last().asString().contains("unknown", "window");
        assertThat(Runs.lines(host, "outbox")).isEqualTo(lines);
        assertThat(network.posts()).isEmpty();
    }

    @Test
    void a_clock_that_is_set_back_closes_the_window() throws IOException {
        cutOffWhileSending();
        host.clock().set(Runs.NOW.minusSeconds(10));

        serve();

        assertThat(network.posts()).hasSize(1);
        assertThat(unresolved()).isEmpty();
    }

    @Test
    void an_answer_that_was_recorded_and_not_sent_is_sent_by_the_next_run() throws IOException {
        String id = network.say("7001", "x".repeat(500), Runs.NOW);
        At.call(process, "unlink discord/support/pending/" + id, process::kill);
        Runs.serveUntilKilled(process, network, Runs.binding());
        process = host.start("next");

        serve();

        assertThat(network.asked()).hasSize(1);
        assertThat(network.ours())
                .extracting(FakeNetwork.Said::nonce)
                .containsExactly(nonce(id, 0), nonce(id, 1));
        assertThat(Runs.files(host).keySet())
                .noneMatch(name -> name.startsWith("parts/") || name.startsWith("pending/"));
    }

    @Test
    void an_answer_that_nobody_waits_for_any_more_is_not_sent() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        At.call(process, "unlink discord/support/pending/" + id, process::kill);
        Runs.serveUntilKilled(process, network, Runs.binding());
        host.clock().advance(Duration.ofMinutes(31));
        process = host.start("next");

        serve();

        assertThat(network.posts()).isEmpty();
        assertThat(status(nonce(id, 0))).isEqualTo(OutboxStatus.REFUSED);
        assertThat(Runs.files(host).keySet()).noneMatch(name -> name.startsWith("parts/"));
    }

    @Test
    void a_message_of_ours_that_is_seen_confirms_its_part_for_good() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        network.next(post -> {
            network.receive(post, Runs.NOW);
            network.showOurs(post.nonce());
            return Optional.of(new Answer.Unsure("timeout"));
        });

        List<Event> events = Runs.serve(process, network, Runs.binding());

        assertThat(status(nonce(id, 0))).isEqualTo(OutboxStatus.CONFIRMED);
        assertThat(network.posts()).hasSize(1);
        assertThat(events).filteredOn(Event.Sent.class::isInstance).hasSize(1);
    }

    private void settle() throws IOException {
        Runs.settle(process, network, Runs.binding());
        process.kill();
        process = host.start("next");
    }

    @Test
    void without_a_connection_what_may_be_sent_again_is() throws IOException {
        String nonce = cutOffWhileSending();

        settle();

        assertThat(network.delivered(nonce)).hasSize(1);
        assertThat(status(nonce)).isEqualTo(OutboxStatus.CONFIRMED);
    }

    @Test
    void without_a_connection_what_is_out_is_found_once_we_know_which_messages_are_ours()
            throws IOException {
        String nonce = cutOffWhileSending();
        host.clock().advance(Duration.ofSeconds(80));
        network.knowUs(false);
        settle();
        assertThat(Runs.lines(host, "outbox")).hasSize(1);

        network.knowUs(true);
        settle();
        assertThat(network.posts()).hasSize(1);
        assertThat(status(nonce)).isEqualTo(OutboxStatus.CONFIRMED);
    }
}
