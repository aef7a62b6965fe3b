package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.binding.Binding;
import dev.belay.connector.binding.Binding.Ceilings;
import dev.belay.connector.turn.InterruptedPolicy;
import dev.belay.sim.explore.Budget;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Preparation;
import dev.belay.sim.explore.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// Every crash of every step of a message's way: kill and power cut, then the next run. In the deep
/// budget, pairs of crashes too.
class MessageWayCrashTest {
    /// Of each two kinds and each scenario: about a minute for each scenario.
    private static final long PAIRS_MAX = 700;

    private final WayInvariants invariants = new WayInvariants();

    /// @param attemptsMax how often the engine may be asked about one message
    private record Scenario(
            String what, Preparation begin, Supplier<FakeNetwork> network, int attemptsMax) {
        private CrashExplorer<FakeNetwork> explorer(Binding binding) throws IOException {
            return CrashExplorer.with(network)
                    .prepare(begin)
                    .run((process, network) -> Runs.serve(process, network, binding))
                    .restart((process, network) -> Runs.serve(process, network, binding))
                    .pairs(PAIRS_MAX);
        }
    }

    @Test
    void j12_a_message_is_answered_at_most_once_and_accounted_for_after_any_crash()
            throws IOException {
        var scenario =
                new Scenario(
                        "a first message", Runs::prepare, () -> WayInvariants.saying("hello"), 1);

        explore(scenario, Runs.binding());
    }

    @Test
    void under_retry_no_engine_is_asked_a_third_time_after_any_crash() throws IOException {
        var scenario =
                new Scenario(
                        "a message under retry",
                        WayInvariants::prepareUsed,
                        () -> WayInvariants.saying("hello"),
                        2);

        explore(scenario, Runs.with(InterruptedPolicy.RETRY));
    }

    @Test
    void an_answer_of_two_parts_is_sent_at_most_once_though_its_receipts_are_lost()
            throws IOException {
        var scenario =
                new Scenario(
                        "two parts whose receipts are lost",
                        WayInvariants::prepareUsed,
                        () -> {
                            FakeNetwork network = WayInvariants.saying("x".repeat(400));
                            network.loseNextAnswer(Runs.NOW);
                            return network;
                        },
                        1);

        explore(scenario, Runs.binding());
    }

    @Test
    void what_is_beyond_a_ceiling_is_said_once_after_any_crash() throws IOException {
        boolean isDeep = Budget.current() == Budget.DEEP;
        Binding binding = Runs.with(new Ceilings(isDeep ? 2 : 1, 0, 0, 0, 4, 50));
        var scenario =
                new Scenario(
                        "messages beyond a ceiling",
                        WayInvariants::prepareUsed,
                        () ->
                                isDeep
                                        ? WayInvariants.saying("hello", "beyond", "further")
                                        : WayInvariants.saying("beyond", "further"),
                        1);
        Explored explored = explored(scenario, binding);

        System.out.println("crashes of messages beyond a ceiling: " + explored);
        invariants.requireCeilingReached();
        assertThat(explored.states()).isGreaterThan(100);
    }

    @Test
    void what_was_missed_is_read_back_after_any_crash() throws IOException {
        var scenario =
                new Scenario(
                        "reading back what was missed",
                        host -> {
                            WayInvariants.prepareUsed(host);
                            FakeNetwork network = new FakeNetwork();
                            network.say("7001", "seen", Runs.NOW.minusSeconds(30));
                            Runs.serve(host.start("earlier"), network, Runs.binding());
                            host.disk().settle();
                        },
                        () -> {
                            FakeNetwork network = new FakeNetwork();
                            // Nobody shows it any more, and it has to be found.
                            network.take(network.say("7001", "missed", Runs.NOW));
                            network.say("7001", "new", Runs.NOW);
                            return network;
                        },
                        1);

        explore(scenario, Runs.binding());
    }

    @Test
    void a_thread_that_began_while_nobody_looked_is_read_back_after_any_crash() throws IOException {
        var scenario =
                new Scenario(
                        "looking for threads",
                        WayInvariants::prepareUsed,
                        () -> {
                            FakeNetwork network = new FakeNetwork();
                            String thread = network.begin("7001", Runs.NOW.minusSeconds(30));
                            network.take(network.say(thread, "missed", Runs.NOW.minusSeconds(20)));
                            return network;
                        },
                        1);

        explore(scenario, Runs.binding());
    }

    /// A whole page in which nothing is for us, and one behind it that has what was missed.
    @Test
    void what_was_missed_behind_a_whole_page_is_read_back_after_any_crash() throws IOException {
        var scenario =
                new Scenario(
                        "reading back in pages",
                        host -> {
                            WayInvariants.prepareUsed(host);
                            FakeNetwork network = new FakeNetwork();
                            network.say("7001", "seen", Runs.NOW.minusSeconds(50));
                            Runs.serve(host.start("earlier"), network, Runs.binding());
                            host.disk().settle();
                        },
                        () -> {
                            FakeNetwork network = new FakeNetwork();
                            for (int i = 0; i < network.limits().pageMax(); i++) {
                                network.sayOurs("7001", Runs.NOW.minusSeconds(30));
                            }
                            network.take(network.say("7001", "missed", Runs.NOW.minusSeconds(20)));
                            return network;
                        },
                        1);

        explore(scenario, Runs.binding());
    }

    @Test
    void nothing_is_sent_twice_though_the_next_run_comes_when_no_nonce_is_known_any_more()
            throws IOException {
        Program<FakeNetwork> late =
                (process, network) -> {
                    process.host().clock().advance(Duration.ofMinutes(2));
                    Runs.serve(process, network, Runs.binding());
                };
        Explored explored =
                CrashExplorer.with(() -> WayInvariants.saying("hello"))
                        .prepare(WayInvariants::prepareUsed)
                        .run((process, network) -> Runs.serve(process, network, Runs.binding()))
                        .restart(late)
                        .pairs(PAIRS_MAX)
                        .check((process, network) -> invariants.checkOnce(process, network))
                        .explore();

        System.out.println("crashes of a message with a late run: " + explored);
        assertThat(explored.states()).isGreaterThan(100);
    }

    private void explore(Scenario scenario, Binding binding) throws IOException {
        Explored explored = explored(scenario, binding);

        System.out.println("crashes of " + scenario.what() + ": " + explored);
        invariants.requireReached();
        assertThat(explored.states()).isGreaterThan(100);
    }

    private Explored explored(Scenario scenario, Binding binding) throws IOException {
        int attemptsMax = scenario.attemptsMax();
        return scenario.explorer(binding)
                .check((process, network) ->
                        invariants.check(process, network, binding, attemptsMax))
                .explore();
    }
}
