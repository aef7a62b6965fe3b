package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.connector.binding.Binding;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Budget;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.FaultExplorer;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every call of the disk fails in turn, once and from then on, in every way, with a power cut
/// after it or none, while a message goes its way; then the next run.
class MessageWayFaultTest {
    /// Those that behave like others, but in the deep budget; and too many open files for good,
    /// with which no run can begin.
    private static final Set<Fault> LEFT_OUT =
            Budget.current() == Budget.DEEP
                    ? Set.of(Fault.EMFILE)
                    : EnumSet.complementOf(EnumSet.of(Fault.ENOSPC, Fault.SHORT));

    private final WayInvariants invariants = new WayInvariants();

    @Test
    void a_message_is_answered_at_most_once_and_accounted_for_whatever_fails() throws IOException {
        Binding binding = Runs.binding();
        FaultExplorer<FakeNetwork> explorer =
                FaultExplorer.with(() -> WayInvariants.saying("hello"));
        LEFT_OUT.forEach(explorer::without);
        Explored explored =
                explorer.prepare(WayInvariants::prepareUsed)
                        .run((process, network) -> Runs.serve(process, network, binding))
                        .restart((process, network) -> Runs.serve(process, network, binding))
                        .check((process, network) -> invariants.check(process, network, binding, 1))
                        .explore();

        System.out.println("faults of a message: " + explored);
        invariants.requireReached();
        assertThat(explored.states()).isGreaterThan(100);
    }

    /// As on a disk that is full, or that became read-only after an error.
    @ParameterizedTest
    @EnumSource(names = {"ENOSPC", "EROFS"})
    void a_journal_that_cannot_be_written_ends_the_run_and_nothing_is_asked(Fault fault)
            throws IOException {
        int first = callsBefore("write discord/support/inbox.jsonl", fault);
        SimHost host = Runs.host();
        FakeNetwork network = WayInvariants.saying("hello");
        SimProcess process = host.start("run");
        process.wrapDisk(disk -> FaultyDisk.failingFrom(disk, fault, first + 1));

        assertThatThrownBy(() -> Runs.serve(process, network, Runs.binding()))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> {
                            assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_UNWRITABLE);
                            assertThat(refusal.where()).isEqualTo("discord/support/inbox.jsonl");
                            assertThat(refusal.found()).contains(fault.name());
                        });
        assertThat(network.asked()).isEmpty();
        assertThat(network.posts()).isEmpty();
        assertThat(network.taken()).isEmpty();
        process.kill();

        SimProcess refused = host.start("refused");
        refused.wrapDisk(disk -> FaultyDisk.failingFrom(disk, fault, 1));
        assertThatThrownBy(() -> Runs.serve(refused, network, Runs.binding()))
                .isInstanceOf(IOException.class);
        refused.kill();
        assertThat(network.posts()).isEmpty();

        Runs.serve(host.start("next"), network, Runs.binding());
        assertThat(network.ours()).hasSize(1);
        assertThat(network.asked()).hasSize(1);
    }

    /// How many calls that can fail so come before one.
    private static int callsBefore(String call, Fault fault) throws IOException {
        SimProcess process = Runs.host().start("counting");
        FaultyDisk[] counting = new FaultyDisk[1];
        process.wrapDisk(disk -> {
            counting[0] = FaultyDisk.failingOnce(disk, fault, Integer.MAX_VALUE);
            return counting[0];
        });
        int[] calls = new int[1];
        At.call(process, call, () -> calls[0] = counting[0].calls());
        Runs.serve(process, WayInvariants.saying("hello"), Runs.binding());
        return calls[0] - 1;
    }
}
