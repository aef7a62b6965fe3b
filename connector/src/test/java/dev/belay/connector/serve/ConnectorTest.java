package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.custody.Event;
import dev.belay.connector.engine.Answer;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.turn.DropReason;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a run does about messages, where nothing fails but engines.
class ConnectorTest {
    private final FakeNetwork network = new FakeNetwork();
    private SimHost host;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Runs.host();
    }

    @Test
    void a_message_is_answered_once_and_leaves_no_text() throws IOException {
        String id = network.say("7001", "hello there", Runs.NOW);

        Runs.serve(host.start("run"), network, Runs.binding());
        Runs.serve(host.start("next"), network, Runs.binding());

        assertThat(texts()).containsExactly("re: hello there");
        assertThat(network.posts().getFirst().replyTo()).isEqualTo(id);
        assertThat(network.asked()).hasSize(1);
        assertThat(Runs.files(host)).noneSatisfy((_, text) -> assertThat(text).contains("hello"));
        try (ConnectorJournal journal = Runs.open(host.start("reader"))) {
            assertThat(journal.message(id).isOver()).isTrue();
            assertThat(journal.outbox().unresolved()).isEmpty();
            assertThat(journal.pending().names()).isEmpty();
            assertThat(journal.parts().names()).isEmpty();
        }
    }

    @Test
    void the_record_of_a_turn_says_what_happened_and_not_what_was_said() throws IOException {
        String id = network.say("7001", "hello there", Runs.NOW);

        Runs.serve(host.start("run"), network, Runs.binding());

        var turn = Runs.turn(host, id);
        assertThat(turn.string("outcome")).contains("answered");
        assertThat(turn.string("startedAt")).contains("2026-03-01T12:00:00.000Z");
        assertThat(turn.string("channel")).contains("7001");
        assertThat(turn.string("author")).contains("8001");
        assertThat(turn.safeInteger("attempt")).hasValue(1);
        assertThat(turn.safeInteger("tokens")).hasValue(10);
        assertThat(turn.member("parts").orElseThrow().toString())
                .contains(network.posts().getFirst().nonce());
    }

    @Test
    void a_message_that_comes_again_is_not_answered_again() throws IOException {
        network.say("7001", "hello", Runs.NOW);
        FakeNetwork.Said said = network.waitingTwice();

        List<Event> events = Runs.serve(host.start("run"), network, Runs.binding());

        assertThat(network.asked()).hasSize(1);
        assertThat(events).contains(new Event.Dropped(said.id(), DropReason.DUPLICATE));
        assertThat(Runs.lines(host, "inbox")).hasSize(1);
    }

    @Test
    void a_refused_message_leaves_one_line_and_a_stranger_s_none() throws IOException {
        String empty = network.say("7001", " ", Runs.NOW);
        network.say("7777", "not for us", Runs.NOW);
        String long_ = network.say("7002", "x".repeat(1_001), Runs.NOW);
        network.waitingTwice();

        Runs.serve(host.start("run"), network, Runs.binding());

        assertThat(Runs.lines(host, "drops"))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).contains(empty, "empty"))
                .anySatisfy(line -> assertThat(line).contains(long_, "too-long"));
        assertThat(Runs.lines(host, "inbox")).isEmpty();
        assertThat(network.asked()).isEmpty();
    }

    @Test
    void a_message_that_is_too_old_is_dropped_for_that_reason() throws IOException {
        String old = network.say("7001", "hello", Runs.NOW.minusSeconds(31 * 60));
        String young = network.say("7001", "hello", Runs.NOW.minusSeconds(29 * 60));

        Runs.serve(host.start("run"), network, Runs.binding());

        assertThat(Runs.lines(host, "drops")).singleElement().asString().contains(old, "too-old");
        assertThat(network.asked()).extracting(FakeNetwork.Asked::turn).containsExactly(young);
    }

    @Test
    void what_an_engine_does_not_answer_is_recorded_and_told() throws IOException {
        String failed = network.say("7001", "a", Runs.NOW);
        String late = network.say("7001", "b", Runs.NOW);
        String broken = network.say("7001", "c", Runs.NOW);
        String endless = network.say("7001", "d", Runs.NOW);
        String silent = network.say("7001", "e", Runs.NOW);

        Runs.serve(
                host.start("run"),
                network,
                Runs.binding(),
                (question, _) ->
                        switch (question.text()) {
                            case "a" -> new Answer.Failed("exit 7");
                            case "b" -> new Answer.TimedOut();
                            case "c" -> throw new IllegalStateException("secret");
                            case "d" -> new Answer.Answered("x".repeat(1 << 19), 3);
                            default -> new Answer.Answered(" \n", 0);
                        });

        assertThat(texts()).containsExactly("it failed", "it took long", "it failed", "it failed");
        assertThat(outcome(failed)).isEqualTo("failed: exit 7");
        assertThat(outcome(late)).isEqualTo("timed-out: ");
        assertThat(outcome(broken)).isEqualTo("failed: the engine broke: IllegalStateException");
        assertThat(outcome(endless)).isEqualTo("failed: the answer is too long");
        assertThat(outcome(silent)).isEqualTo("answered: ");
    }

    private String outcome(String id) throws IOException {
        var turn = Runs.turn(host, id);
        return turn.string("outcome").orElseThrow() + ": " + turn.string("reason").orElse("");
    }

    @Test
    void halves_of_characters_in_an_answer_are_replaced_and_not_sent() throws IOException {
        network.say("7001", "a", Runs.NOW);

        Runs.serve(
                host.start("run"),
                network,
                Runs.binding(),
                (_, _) -> new Answer.Answered("half \uD83D.", 0));

        assertThat(texts()).containsExactly("half \uFFFD.");
    }

    @Test
    void an_answer_of_several_parts_is_sent_in_order_under_nonces_of_their_own()
            throws IOException {
        network.say("7001", "x".repeat(700), Runs.NOW);

        Runs.serve(host.start("run"), network, Runs.binding());

        assertThat(String.join("", texts())).isEqualTo("re: " + "x".repeat(700));
        assertThat(network.posts()).hasSize(3).extracting(p -> p.nonce()).doesNotHaveDuplicates();
    }

    @Test
    void a_message_whose_id_is_no_number_is_left_alone() throws IOException {
        network.say(new FakeNetwork.Said("../x", "7001", "8001", "", "hello", ""));

        List<Event> events = Runs.serve(host.start("run"), network, Runs.binding());

        assertThat(events).anyMatch(Event.Trouble.class::isInstance);
        assertThat(network.asked()).isEmpty();
    }

    @Test
    void events_tell_the_way_in_its_order() throws IOException {
        String id = network.say("7001", "hello", Runs.NOW);
        SimProcess process = host.start("run");

        List<Event> events = Runs.serve(process, network, Runs.binding());

        assertThat(events)
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Connected", "Accepted", "Asked", "Returned", "Recorded", "Sent");
        assertThat(events.get(1)).isEqualTo(new Event.Accepted(id, "7001"));
    }

    private List<String> texts() {
        return network.ours().stream().map(FakeNetwork.Said::text).toList();
    }

    @Test
    void an_observer_that_fails_holds_nothing_up() throws IOException {
        network.say("7001", "hello", Runs.NOW);
        SimProcess process = host.start("run");

        Runs.serve(
                process,
                network,
                Runs.binding(),
                new Runs.Ends(
                        Runs.echo(process, network),
                        _ -> {
                            throw new IllegalStateException("full");
                        }));

        assertThat(texts()).containsExactly("re: hello");
    }
}
