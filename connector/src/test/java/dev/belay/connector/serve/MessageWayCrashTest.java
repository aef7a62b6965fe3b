package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.TurnId;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.binding.Binding.Ceilings;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.serve.FakeNetwork.Asked;
import dev.belay.connector.turn.InterruptedPolicy;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.explore.Preparation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Every crash of every step of a message's way: kill and power cut, then the next run.
class MessageWayCrashTest {
    private static final String TODAY = "2026-03-01";

    private final Invariant once = new Invariant("no nonce has two messages");
    private final Invariant accounted = new Invariant("what was taken is accounted for");
    private final Invariant admitted = new Invariant("no engine call without an admission");
    private final Invariant intended = new Invariant("no post without an intent");
    private final Invariant ceiling = new Invariant("the ceiling is held");
    private final Invariant forgotten = new Invariant("no text is left");

    /// @param attemptsMax how often the engine may be asked about one message
    private record Scenario(
            String what, Preparation begin, Supplier<FakeNetwork> network, int attemptsMax) {
        private CrashExplorer<FakeNetwork> explorer(Binding binding) throws IOException {
            return CrashExplorer.with(network)
                    .prepare(begin)
                    .run((process, network) -> Runs.serve(process, network, binding))
                    .restart((process, network) -> Runs.serve(process, network, binding))
                    .crashes(1);
        }
    }

    /// The files and directories are there, so that each step is one of a message's.
    private static void prepareUsed(SimHost host) throws IOException {
        Runs.prepare(host);
        FakeNetwork network = new FakeNetwork();
        network.say("7009", "before", Runs.NOW.minusSeconds(60));
        Runs.serve(host.start("before"), network, Runs.everywhere());
        host.disk().settle();
    }

    private static FakeNetwork saying(String... texts) {
        FakeNetwork network = new FakeNetwork();
        for (String text : texts) {
            network.say("7001", text, Runs.NOW);
        }
        return network;
    }

    @Test
    void a_message_is_answered_at_most_once_and_accounted_for_after_any_crash() throws IOException {
        var scenario = new Scenario("a first message", Runs::prepare, () -> saying("hello"), 1);

        explore(scenario, Runs.binding());
    }

    @Test
    void under_retry_no_engine_is_asked_a_third_time_after_any_crash() throws IOException {
        var scenario =
                new Scenario(
                        "a message under retry",
                        MessageWayCrashTest::prepareUsed,
                        () -> saying("hello"),
                        2);

        explore(scenario, Runs.with(InterruptedPolicy.RETRY));
    }

    @Test
    void an_answer_of_two_parts_is_sent_at_most_once_though_its_receipts_are_lost()
            throws IOException {
        var scenario =
                new Scenario(
                        "two parts whose receipts are lost",
                        MessageWayCrashTest::prepareUsed,
                        () -> {
                            FakeNetwork network = saying("x".repeat(400));
                            network.loseNextAnswer(Runs.NOW);
                            return network;
                        },
                        1);

        explore(scenario, Runs.binding());
    }

    @Test
    void a_ceiling_is_held_and_said_once_after_any_crash() throws IOException {
        var scenario =
                new Scenario(
                        "the message beyond a ceiling",
                        MessageWayCrashTest::prepareUsed,
                        () -> saying("hello", "beyond"),
                        1);

        explore(scenario, Runs.with(new Ceilings(2, 0, 0, 0, 4, 50)));
    }

    private void explore(Scenario scenario, Binding binding) throws IOException {
        Explored explored =
                scenario.explorer(binding)
                        .check((process, network) -> check(scenario, network, process, binding))
                        .explore();

        System.out.println("crashes of " + scenario.what() + ": " + explored);
        for (Invariant each : List.of(once, accounted, admitted, intended, ceiling, forgotten)) {
            assertThat(each.reached()).as(each.toString()).isPositive();
        }
        assertThat(explored.states()).isGreaterThan(100);
    }

    private void check(Scenario scenario, FakeNetwork network, SimProcess process, Binding binding)
            throws IOException {
        Map<String, Long> calls =
                network.asked().stream()
                        .collect(Collectors.groupingBy(Asked::turn, Collectors.counting()));
        try (ConnectorJournal journal = Runs.open(process)) {
            calls.forEach((turn, count) -> {
                admitted.check(count <= scenario.attemptsMax(), () -> turn + " has " + count);
                admitted.check(journal.message(turn).attempts() >= count, () -> turn);
            });
            for (String id : network.taken()) {
                boolean isOver = journal.turns().has(new TurnId(id)) || journal.isDropped(id);
                accounted.check(isOver, () -> id + " is " + journal.message(id));
            }
            network.posts()
                    .forEach(post -> {
                        String nonce = post.nonce();
                        intended.check(journal.outbox().status(nonce).isPresent(), () -> nonce);
                        once.check(network.delivered(nonce).size() <= 1, () -> nonce);
                    });
            long today = journal.admissions().countOn(TODAY);
            ceiling.check(today <= binding.ceilings().daily(), () -> today + " were admitted");
            ceiling.check(
                    network.ours().stream().filter(it -> it.text().contains("no more")).count()
                            <= 1,
                    () -> "it was said twice");
            List<String> pending = journal.pending().names();
            List<String> parts = journal.parts().names();
            forgotten.check(pending.isEmpty() && parts.isEmpty(), () -> pending + " and " + parts);
            assertThat(journal.outbox().unresolved()).isEmpty();
        }
    }
}
