package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static dev.belay.deletion.Samples.receipt;
import static dev.belay.deletion.Samples.target;
import static dev.belay.deletion.journal.Journals.audited;
import static dev.belay.deletion.journal.Journals.journal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.deletion.Budget;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.DeletionRecord.Accepted;
import dev.belay.deletion.DeletionRecord.Blocked;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Proofs;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.explore.Program;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every crash of every change: cut, kill, kill followed by a cut. The restart is the same change
/// again, as a caller would ask for it.
class DeletionJournalCrashTest {
    private static final int NEIGHBOR = 7;

    /// One change, as a process makes it.
    private interface Change {
        void on(DeletionJournal journal) throws IOException;
    }

    /// What must hold once the change was made again.
    private interface Claim {
        void of(SimProcess process, DeletionJournal journal) throws IOException;
    }

    @Test
    void the_first_intent_of_all_survives() throws IOException {
        explore(
                _ -> {},
                journal -> journal.prepare(target(1), Budget.UNLIMITED),
                (_, journal) -> assertThat(phase(journal, 1)).isEqualTo(new Prepared()));
    }

    @Test
    void an_intent_among_others_survives() throws IOException {
        explore(
                DeletionJournalCrashTest::neighbor,
                journal -> journal.prepare(target(1), Budget.UNLIMITED),
                (_, journal) -> {
                    assertThat(phase(journal, 1)).isEqualTo(new Prepared());
                    assertThat(phase(journal, NEIGHBOR)).isEqualTo(new Prepared());
                });
    }

    @Test
    void a_receipt_survives() throws IOException {
        explore(
                journal -> {
                    neighbor(journal);
                    journal.prepare(target(1), Budget.UNLIMITED);
                },
                journal -> journal.accept(box(1), receipt(1, OperationStatus.PENDING)),
                (_, journal) -> {
                    assertThat(phase(journal, 1))
                            .isEqualTo(new Accepted(operation(1), OperationStatus.PENDING));
                    assertThat(phase(journal, NEIGHBOR)).isEqualTo(new Prepared());
                });
    }

    @Test
    void a_blocked_operation_survives_and_is_never_taken_for_a_past_one() throws IOException {
        explore(
                journal -> journal.prepare(target(1), Budget.UNLIMITED),
                journal -> journal.block(box(1), receipt(1, OperationStatus.BLOCKED)),
                (_, journal) -> assertThat(phase(journal, 1)).isEqualTo(new Blocked(operation(1))));
    }

    @Test
    void an_attempt_after_a_blocked_one_survives_with_its_past() throws IOException {
        explore(
                journal -> {
                    journal.prepare(target(1), Budget.UNLIMITED);
                    journal.block(box(1), receipt(1, OperationStatus.BLOCKED));
                },
                journal -> journal.prepare(target(1), Budget.UNLIMITED),
                (_, journal) -> {
                    DeletionRecord record = journal.find(box(1)).orElseThrow();
                    assertThat(record.phase()).isEqualTo(new Prepared());
                    assertThat(record.pastOperations()).containsExactly(operation(1));
                });
    }

    @Test
    void a_release_leaves_its_proof_in_the_audit() throws IOException {
        explore(
                journal -> {
                    neighbor(journal);
                    journal.prepare(target(1), Budget.UNLIMITED);
                },
                journal -> journal.retire(box(1), Proofs.absence(box(1)), ""),
                (process, journal) -> {
                    assertThat(journal.find(box(1))).isEmpty();
                    assertThat(audited(process.world(), box(1))).isNotEmpty();
                    assertThat(phase(journal, NEIGHBOR)).isEqualTo(new Prepared());
                });
    }

    @Test
    void a_request_is_counted_at_least_once() throws IOException {
        Budget some = new Budget(9, 9);
        Budget one = new Budget(1, 1);
        explore(
                DeletionJournalCrashTest::neighbor,
                journal -> journal.prepare(target(1), some),
                (_, journal) -> {
                    assertThat(phase(journal, 1)).isEqualTo(new Prepared());
                    assertThatThrownBy(() -> journal.prepare(target(2), one))
                            .hasMessageContaining("1 deletions within an hour is the limit");
                });
    }

    /// What was acknowledged to somebody outside the machine.
    private static final class Acknowledged {
        private boolean intent;
    }

    /// Also when the intent was found, and not written: a killed process may have left it visible
    /// and not durable.
    @Test
    void an_acknowledged_intent_is_never_lost_again() throws IOException {
        lookThenIntend(DeletionJournalCrashTest::neighbor);
    }

    /// A killed process may have left the directory itself visible and not durable, and a look
    /// opens it before the change does.
    @Test
    void d17_an_intent_is_never_lost_with_a_directory_that_was_only_looked_at() throws IOException {
        lookThenIntend(_ -> {});
    }

    private static void lookThenIntend(Change before) throws IOException {
        Invariant stands = new Invariant("an acknowledged intent stands");
        Program<Acknowledged> program =
                (process, told) -> {
                    try (DeletionJournal journal = journal(process)) {
                        boolean isThere = journal.find(box(1)).isPresent();
                        stands.check(isThere || !told.intent, () -> "there is no record");
                        journal.prepare(target(1), Budget.UNLIMITED);
                        told.intent = true;
                    }
                };

        Explored explored =
                CrashExplorer.with(Acknowledged::new)
                        .prepare(host -> Journals.prepare(host, before::on))
                        .run(program)
                        .restart(program)
                        .explore();
        System.out.println("the journal, crashes: " + explored);

        assertThat(stands.reached()).isPositive();
    }

    private static void explore(Change before, Change change, Claim claim) throws IOException {
        Explored explored =
                CrashExplorer.alone()
                        .prepare(host -> Journals.prepare(host, before::on))
                        .run((process, _) -> change(process, change))
                        .restart((process, _) -> change(process, change))
                        .check((process, _) -> {
                            try (DeletionJournal journal = journal(process)) {
                                claim.of(process, journal);
                                nothingIsLeft(process.host());
                            }
                        })
                        .explore();
        System.out.println("the journal, crashes: " + explored);

        assertThat(explored.states()).isGreaterThan(100);
    }

    private static void change(SimProcess process, Change change) throws IOException {
        try (DeletionJournal journal = journal(process)) {
            change.on(journal);
        }
    }

    private static void nothingIsLeft(SimHost host) throws IOException {
        assertThat(Journals.names(host))
                .isSubsetOf(
                        List.of(
                                DeletionFormat.FILE,
                                DeletionFormat.PREVIOUS,
                                PastOperations.FILE,
                                Requests.FILE));
    }

    private static void neighbor(DeletionJournal journal) throws IOException {
        journal.prepare(target(NEIGHBOR), Budget.UNLIMITED);
    }

    private static DeletionRecord.Phase phase(DeletionJournal journal, int number)
            throws IOException {
        return journal.find(box(number)).orElseThrow().phase();
    }
}
