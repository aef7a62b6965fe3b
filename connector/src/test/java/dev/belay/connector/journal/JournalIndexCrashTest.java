package dev.belay.connector.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.line.OutboxLine;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Budget;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.FaultExplorer;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.fault.Fault;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Whoever writes an index may be cut off at any step, and any call of the disk may fail.
class JournalIndexCrashTest {
    /// Those that behave like others, but in the deep budget.
    private static final Set<Fault> LEFT_OUT =
            Budget.current() == Budget.DEEP
                    ? Set.of(Fault.EMFILE)
                    : EnumSet.complementOf(EnumSet.of(Fault.ENOSPC, Fault.SHORT));

    /// A run that appends and writes an index, cut off anywhere, and whoever comes then.
    @Test
    void whatever_crash_comes_an_index_never_says_what_the_logs_do_not() throws IOException {
        Invariant same = new Invariant("an index says what the logs say");
        AtomicInteger used = new AtomicInteger();

        Explored explored =
                CrashExplorer.with(() -> "")
                        .prepare(JournalIndexCrashTest::someHistory)
                        .run((process, _) -> appendAndRefresh(process, "3"))
                        .check((process, _) -> compare(process, same, used))
                        .explore();

        assertThat(same.reached()).isPositive();
        assertThat(used).as("states with an index that is used").hasPositiveValue();
        assertThat(explored.states()).isGreaterThan(50);
        System.out.println(explored + ", index used in " + used);
    }

    @Test
    void whatever_call_of_the_disk_fails_an_index_never_says_what_the_logs_do_not()
            throws IOException {
        Invariant same = new Invariant("an index says what the logs say");
        AtomicInteger used = new AtomicInteger();

        FaultExplorer<String> explorer = FaultExplorer.with(() -> "");
        LEFT_OUT.forEach(explorer::without);
        Explored explored =
                explorer.prepare(JournalIndexCrashTest::someHistory)
                        .run((process, _) -> appendAndRefresh(process, "3"))
                        .restart((process, _) -> Journals.open(process).close())
                        .check((process, _) -> compare(process, same, used))
                        .explore();

        assertThat(same.reached()).isPositive();
        System.out.println(explored + ", index used in " + used);
    }

    private static void someHistory(SimHost host) throws IOException {
        Journals.prepare(host, journal -> Journals.accept(journal, "1"));
        SimProcess process = host.start("before");
        Journals.refresh(process);
        process.kill();
        host.disk().settle();
    }

    private static void appendAndRefresh(SimProcess process, String id) throws IOException {
        try (ConnectorJournal journal = Journals.open(process)) {
            journal.outbox().append(OutboxLine.refused(id, Journals.NOW, "50006"));
            Journals.refresh(process);
            journal.outbox().append(OutboxLine.refused(id + "5", Journals.NOW, "50006"));
        }
    }

    private static void compare(SimProcess process, Invariant same, AtomicInteger used)
            throws IOException {
        List<String> byIndex;
        try (Directory directory = process.world().disk().open(Journals.DIRECTORY, "")) {
            boolean isUsed =
                    new JournalIndex(process.world(), directory)
                            .fill(new Logs(process.world(), directory));
            used.addAndGet(isUsed ? 1 : 0);
            try (ConnectorJournal journal = Journals.open(process)) {
                byIndex = JournalIndexTest.said(journal);
            }
            if (directory.status(JournalIndex.NAME).isPresent()) {
                directory.unlink(JournalIndex.NAME);
            }
        }
        try (ConnectorJournal journal = Journals.open(process)) {
            List<String> whole = JournalIndexTest.said(journal);
            same.check(whole.equals(byIndex), () -> "it says " + byIndex + " and not " + whole);
        }
    }
}
