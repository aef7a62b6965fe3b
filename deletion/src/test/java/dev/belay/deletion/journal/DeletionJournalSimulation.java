package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static dev.belay.deletion.Samples.receipt;
import static dev.belay.deletion.Samples.target;
import static dev.belay.deletion.journal.Journals.audited;
import static dev.belay.deletion.journal.Journals.journal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.deletion.Budget;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Proofs;
import dev.belay.deletion.Receipt;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.explore.Program;
import dev.belay.sim.explore.Scheduler;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Several processes on one journal, in every order of their calls within the budget's bounds.
class DeletionJournalSimulation {
    /// What processes were told, by the words that they noted.
    private static final class Told {
        private final Set<String> words = new TreeSet<>();

        void note(SimProcess process, String word) {
            process.call("tell", word, () -> words.add(word));
        }

        boolean has(String word) {
            return words.contains(word);
        }

        @Override
        public String toString() {
            return words.toString();
        }
    }

    private interface Change {
        void on(DeletionJournal journal) throws IOException;
    }

    private final Invariant kept = new Invariant("no acknowledged change is lost");
    private final Invariant proved = new Invariant("what is gone is in the audit");

    @Test
    void no_change_is_lost_between_two_processes_of_which_one_may_be_killed() throws IOException {
        Explored explored =
                Scheduler.with(Told::new, Told::toString)
                        .prepare(host -> Journals.prepare(host, _ -> {}))
                        .process("one", changes("one", j -> j.prepare(target(1), Budget.UNLIMITED)))
                        .process("two", changes("two", j -> j.prepare(target(2), Budget.UNLIMITED)))
                        .check((process, told) -> {
                            keptIf(told, "one", process, 1);
                            keptIf(told, "two", process, 2);
                        })
                        .explore();
        System.out.println(
                "no change is lost between two processes of which one"
                        + " may be killed: "
                        + explored);

        assertThat(explored.runs()).isGreaterThan(100);
        assertThat(kept.reached()).isPositive();
    }

    @Test
    void a_release_and_an_intent_side_by_side_never_undo_each_other() throws IOException {
        Explored explored =
                Scheduler.with(Told::new, Told::toString)
                        .prepare(host ->
                                Journals.prepare(host, j -> j.prepare(target(1), Budget.UNLIMITED)))
                        .process(
                                "retire",
                                changes("gone", j -> j.retire(box(1), Proofs.absence(box(1)), "")))
                        .process(
                                "prepare",
                                changes("two", j -> j.prepare(target(2), Budget.UNLIMITED)))
                        .check((process, told) -> {
                            keptIf(told, "two", process, 2);
                            try (DeletionJournal journal = journal(process)) {
                                boolean isGone = journal.find(box(1)).isEmpty();
                                kept.check(isGone || !told.has("gone"), () -> "it came back");
                                if (isGone) {
                                    boolean hasLine = !audited(process.world(), box(1)).isEmpty();
                                    proved.check(hasLine, () -> "there is no line");
                                }
                            }
                        })
                        .explore();
        System.out.println(
                "a release and an intent side by side never undo each other: " + explored);

        assertThat(proved.reached()).isPositive();
    }

    @Test
    void an_operation_is_bound_by_one_of_two_processes_only() throws IOException {
        Invariant once = new Invariant("no receipt binds two targets");
        Explored explored =
                Scheduler.with(Told::new, Told::toString)
                        .prepare(host ->
                                Journals.prepare(
                                        host,
                                        journal -> {
                                            journal.prepare(target(1), Budget.UNLIMITED);
                                            journal.prepare(target(2), Budget.UNLIMITED);
                                        }))
                        .process("one", changes("one", j -> j.accept(box(1), bound(1))))
                        .process("two", changes("two", j -> j.accept(box(2), bound(2))))
                        .check((process, told) -> {
                            once.check(!(told.has("one") && told.has("two")), told::toString);
                            try (DeletionJournal journal = journal(process)) {
                                long holders =
                                        journal.snapshot().stream()
                                                .filter(it -> it.operation().isPresent())
                                                .count();
                                once.check(holders <= 1, () -> holders + " hold it");
                            }
                        })
                        .kills(0)
                        .explore();
        System.out.println("an operation is bound by one of two processes only: " + explored);

        assertThat(once.reached()).isPositive();
    }

    @Test
    void a_budget_of_one_lets_one_of_two_processes_through() throws IOException {
        Invariant within = new Invariant("no more than the budget");
        Budget one = new Budget(1, 1);
        Explored explored =
                Scheduler.with(Told::new, Told::toString)
                        .prepare(host -> Journals.prepare(host, _ -> {}))
                        .process("one", changes("one", j -> j.prepare(target(1), one)))
                        .process("two", changes("two", j -> j.prepare(target(2), one)))
                        .check((process, _) -> {
                            try (DeletionJournal journal = journal(process)) {
                                int count = journal.snapshot().size();
                                within.check(count <= 1, () -> count + " records");
                            }
                        })
                        .explore();
        System.out.println("a budget of one lets one of two processes through: " + explored);

        assertThat(within.reached()).isPositive();
    }

    @Test
    void no_change_is_lost_beside_the_node_program() throws IOException {
        Explored explored =
                Scheduler.with(Told::new, Told::toString)
                        .prepare(host ->
                                Journals.prepare(host, j -> j.prepare(target(7), Budget.UNLIMITED)))
                        .process(
                                "belay",
                                changes(
                                        "belay",
                                        journal -> {
                                            journal.prepare(target(1), Budget.UNLIMITED);
                                            journal.accept(
                                                    box(1), receipt(1, OperationStatus.PENDING));
                                        }))
                        .process(
                                "node",
                                (process, told) -> {
                                    try (NodeJournal node = new NodeJournal(process)) {
                                        if (node.prepare(target(2))) {
                                            told.note(process, "node");
                                        }
                                    }
                                })
                        .check((process, told) -> {
                            keptIf(told, "belay", process, 1);
                            keptIf(told, "node", process, 2);
                            try (DeletionJournal journal = journal(process)) {
                                kept.check(journal.find(box(7)).isPresent(), () -> "it is gone");
                            }
                        })
                        .kills(0)
                        .explore();
        System.out.println("no change is lost beside the node program: " + explored);

        assertThat(kept.reached()).isPositive();
    }

    /// The look shares nothing with the change but the disk; it must see all of a change or
    /// nothing.
    @Test
    void whoever_looks_sees_the_file_before_or_after_a_change() throws IOException {
        Invariant either = new Invariant("before or after");
        Explored explored =
                Scheduler.with(Told::new, Told::toString)
                        .prepare(host ->
                                Journals.prepare(host, j -> j.prepare(target(1), Budget.UNLIMITED)))
                        .process(
                                "changes",
                                changes(
                                        "done",
                                        j -> j.accept(box(1), receipt(1, OperationStatus.PENDING))))
                        .process(
                                "looks",
                                (process, _) -> {
                                    try (DeletionJournal journal = journal(process)) {
                                        DeletionRecord first = journal.find(box(1)).orElseThrow();
                                        DeletionRecord second = journal.find(box(1)).orElseThrow();
                                        either.check(
                                                first.operation().isEmpty()
                                                        || second.operation().isPresent(),
                                                () -> first + " then " + second);
                                    }
                                })
                        .explore();
        System.out.println("whoever looks sees the file before or after a change: " + explored);

        assertThat(either.reached()).isPositive();
    }

    /// A change that may be refused when another holds the lock for too long.
    private static Program<Told> changes(String word, Change change) {
        return (process, told) -> {
            try (DeletionJournal journal = journal(process)) {
                change.on(journal);
                told.note(process, word);
            } catch (Refusal refusal) {
                assertThat(refusal.code())
                        .isIn(
                                ErrorCode.LOCK_HELD,
                                ErrorCode.DELETION_CONFLICT,
                                ErrorCode.DELETION_OVER_BUDGET);
            }
        };
    }

    private void keptIf(Told told, String word, SimProcess process, int number) throws IOException {
        if (told.has(word)) {
            try (DeletionJournal journal = journal(process)) {
                kept.check(journal.find(box(number)).isPresent(), () -> word + " was told so");
            }
        }
    }

    private static Receipt bound(int number) {
        return new Receipt(operation(1), box(number), OperationStatus.PENDING);
    }
}
