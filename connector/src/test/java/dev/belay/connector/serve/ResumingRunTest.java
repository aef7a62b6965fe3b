package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.Snowflake;
import dev.belay.connector.TurnId;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.delivery.Nonces;
import dev.belay.connector.delivery.Settling;
import dev.belay.connector.engine.Engine;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.Times;
import dev.belay.connector.turn.InterruptedPolicy;
import dev.belay.core.json.JsonObject;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a run does about messages that the last one left.
class ResumingRunTest {
    /// More than are written down in one step.
    private static final int MANY = 10_500;

    private final FakeNetwork network = new FakeNetwork();
    private SimHost host;
    private String id = "";

    @BeforeEach
    void prepareHost() throws IOException {
        host = Runs.host();
        id = network.say("7001", "hello", Runs.NOW);
    }

    /// A run that dies while the engine is at it.
    private void dieAsking(Binding binding) throws IOException {
        SimProcess process = host.start("run");
        Runs.serveUntilKilled(process, network, binding, Runs.deadly(process, network));
    }

    private void dieAt(String call) throws IOException {
        SimProcess process = host.start("run");
        At.call(process, call, process::kill);
        Runs.serveUntilKilled(process, network, Runs.binding());
    }

    private List<String> texts() {
        return network.ours().stream().map(FakeNetwork.Said::text).toList();
    }

    @Test
    void under_notice_an_interrupted_turn_is_recorded_and_told() throws IOException {
        Instant begun = host.clock().now();
        dieAsking(Runs.binding());
        host.clock().advance(Duration.ofMinutes(1));

        Runs.serve(host.start("next"), network, Runs.binding());
        Runs.serve(host.start("last"), network, Runs.binding());

        assertThat(network.asked()).hasSize(1);
        assertThat(texts()).containsExactly("it was lost");
        assertThat(Runs.turn(host, id).string("outcome")).contains("interrupted");
        assertThat(Runs.turn(host, id).string("startedAt"))
                .as("when it was admitted")
                .contains(Times.text(begun));
        assertThat(Runs.files(host)).doesNotContainKey("pending/" + id);
    }

    @Test
    void under_silent_an_interrupted_turn_is_recorded() throws IOException {
        Binding silent = Runs.with(InterruptedPolicy.SILENT);
        dieAsking(silent);

        Runs.serve(host.start("next"), network, silent);

        assertThat(network.asked()).hasSize(1);
        assertThat(texts()).isEmpty();
        assertThat(Runs.turn(host, id).string("outcome")).contains("interrupted");
    }

    @Test
    void under_retry_the_engine_is_asked_once_more_and_never_a_third_time() throws IOException {
        Binding retry = Runs.with(InterruptedPolicy.RETRY);
        dieAsking(retry);
        dieAsking(retry);

        Runs.serve(host.start("next"), network, retry);

        assertThat(network.asked()).extracting(FakeNetwork.Asked::attempt).containsExactly(1, 2);
        assertThat(Runs.lines(host, "admissions"))
                .hasSize(2)
                .last()
                .asString()
                .contains("\"attempt\":2");
        assertThat(Runs.turn(host, id).safeInteger("attempt")).hasValue(2);
        assertThat(texts()).containsExactly("it was lost");
    }

    @Test
    void under_retry_the_second_answer_is_the_answer() throws IOException {
        Binding retry = Runs.with(InterruptedPolicy.RETRY);
        dieAsking(retry);

        Runs.serve(host.start("next"), network, retry);

        assertThat(texts()).containsExactly("re: hello");
        assertThat(Runs.turn(host, id).safeInteger("attempt")).hasValue(2);
    }

    @Test
    void a_second_try_on_the_next_day_needs_a_place_of_that_day() throws IOException {
        Binding one =
                new Binding(
                        Runs.NAME,
                        Runs.binding().places(),
                        Runs.binding().users(),
                        Runs.binding().triggers(),
                        1_000,
                        new Binding.Ceilings(1, 0, 0, 0, 4, 50),
                        Runs.binding().times(),
                        Runs.binding().texts(),
                        Runs.binding().reply(),
                        InterruptedPolicy.RETRY,
                        Runs.binding().retention());
        host.clock().set(Runs.NOW.plus(Duration.ofHours(11).plusMinutes(50)));
        network.take(id);
        id = network.say("7001", "hello", host.clock().now());
        dieAsking(one);
        host.clock().advance(Duration.ofMinutes(10));
        SimProcess before = host.start("before");
        try (var journal = Runs.open(before)) {
            var now = host.clock().now();
            journal.admissions().append(AdmissionLine.of("1", now, 1));
            journal.turns().write(new TurnId("1"), JsonObject.builder().build());
        }
        before.kill();

        Runs.serve(host.start("next"), network, one);

        assertThat(network.asked()).hasSize(1);
        assertThat(texts()).as("who waits is told").containsExactly("it was lost");
        assertThat(Runs.turn(host, id).string("outcome")).contains("interrupted");
    }

    @Test
    void an_answer_that_came_to_no_record_is_not_what_is_sent() throws IOException {
        SimProcess process = host.start("run");
        At.firstCall(process, "create discord/support/turns/." + id, process::kill);
        Runs.serveUntilKilled(process, network, Runs.binding());
        assertThat(Runs.files(host).keySet()).anyMatch(name -> name.startsWith("parts/"));

        Runs.serve(host.start("next"), network, Runs.binding());

        assertThat(texts()).containsExactly("it was lost");
        assertThat(Runs.files(host).keySet()).noneMatch(name -> name.startsWith("parts/"));
    }

    @Test
    void a_message_that_was_accepted_and_not_decided_about_goes_on() throws IOException {
        dieAt("create discord/support/admissions.jsonl");

        Runs.serve(host.start("next"), network, Runs.binding());

        assertThat(network.asked()).hasSize(1);
        assertThat(texts()).containsExactly("re: hello");
    }

    @Test
    void one_that_is_too_old_by_then_is_dropped() throws IOException {
        dieAt("create discord/support/admissions.jsonl");
        host.clock().advance(Duration.ofMinutes(31));

        Runs.serve(host.start("next"), network, Runs.binding());

        assertThat(network.asked()).isEmpty();
        assertThat(Runs.lines(host, "drops"))
                .filteredOn(line -> line.contains("too-old"))
                .singleElement()
                .asString()
                .contains(id);
    }

    @Test
    void one_whose_text_is_gone_is_written_down_as_lost_once() throws IOException {
        dieAt("create discord/support/admissions.jsonl");
        try (Directory binding = host.disk().open(Runs.DIRECTORY, "");
                Directory pending = binding.openDirectory("pending")) {
            pending.unlink(id);
        }
        network.take(id);

        Runs.serve(host.start("next"), network, Runs.binding());
        Runs.serve(host.start("last"), network, Runs.binding());

        assertThat(Runs.lines(host, "drops")).singleElement().asString().contains(id, "lost");
    }

    @Test
    void an_interrupted_turn_whose_text_is_gone_is_told_where_it_was_asked() throws IOException {
        dieAsking(Runs.binding());
        try (Directory binding = host.disk().open(Runs.DIRECTORY, "");
                Directory pending = binding.openDirectory("pending")) {
            pending.unlink(id);
        }

        Runs.serve(host.start("next"), network, Runs.binding());

        assertThat(network.posts())
                .singleElement()
                .satisfies(post -> {
                    assertThat(post.channel()).isEqualTo("7001");
                    assertThat(post.replyTo()).isEqualTo(id);
                });
    }

    @Test
    void a_text_without_a_message_is_removed_and_the_message_comes_again() throws IOException {
        dieAt("create discord/support/inbox.jsonl");
        assertThat(Runs.files(host)).containsKey("pending/" + id);

        Runs.serve(host.start("next"), network, Runs.binding());

        assertThat(texts()).containsExactly("re: hello");
        assertThat(Runs.files(host)).doesNotContainKey("pending/" + id);
    }

    @Test
    void all_that_the_node_program_left_undecided_is_written_down_as_lost() throws IOException {
        List<String> undecided = new ArrayList<>();
        SimProcess node = host.start("node");
        try (var journal = Runs.open(node)) {
            var origin = new InboxLine.Origin("7001", "8001");
            for (int i = 1; i <= MANY; i++) {
                String later = Snowflake.atOrAfter(Runs.NOW.plusSeconds(i)).toString();
                journal.inbox().accept(InboxLine.of(later, Runs.NOW, origin));
                undecided.add(later);
            }
        }
        node.kill();
        Engine never =
                (_, _) -> {
                    throw new AssertionError("asked");
                };
        network.take(id);

        Runs.serve(host.start("next"), network, Runs.binding(), never);

        assertThat(Runs.lines(host, "drops"))
                .allMatch(line -> line.contains("\"lost\""))
                .map(line -> line.replaceAll(".*\"id\":\"|\".*", ""))
                .containsExactlyInAnyOrderElementsOf(undecided);
        Runs.serve(host.start("last"), network, Runs.binding(), never);
        assertThat(Runs.lines(host, "drops")).hasSize(MANY);
    }

    @Test
    void a_crash_behind_a_refusal_lets_nothing_behind_that_part_out() throws IOException {
        network.take(id);
        Instant later = Runs.NOW.plusSeconds(60);
        host.clock().set(later);
        TurnId turn = new TurnId(network.say("7001", "x".repeat(500), later));
        network.next(_ -> Optional.of(new Settling.Answer.Rejected("50013")));
        dieAt("unlink discord/support/parts/" + Nonces.of(Runs.NAME, turn, 0));

        Runs.serve(host.start("next"), network, Runs.binding());

        assertThat(network.ours()).isEmpty();
        assertThat(Runs.lines(host, "outbox"))
                .last()
                .asString()
                .contains(Nonces.of(Runs.NAME, turn, 1), "refused", "part-before");
        assertThat(Runs.files(host).keySet()).noneMatch(name -> name.startsWith("parts/"));
    }
}
