package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.receipt;
import static dev.belay.deletion.Samples.target;
import static dev.belay.deletion.journal.Journals.audited;
import static dev.belay.deletion.journal.Journals.journal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.deletion.Budget;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Proofs;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every call of the disk fails in turn, once and from then on, in every way.
class DeletionJournalFaultTest {
    /// More calls than any change makes.
    private static final int CALLS_MAX = 1_000;

    private final Invariant whole = new Invariant("what was acknowledged stands");
    private final Invariant harmless = new Invariant("what was refused did no harm");
    private final Invariant proved = new Invariant("what is gone is in the audit");

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_call_that_fails_once_harms_nothing(Fault fault) throws IOException {
        for (int call = 1; tryAll(fault, call, false); call++) {
            assertThat(call).isLessThan(CALLS_MAX);
        }

        assertThat(whole.reached()).isPositive();
        assertThat(harmless.reached()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_disk_that_fails_from_some_call_on_harms_nothing(Fault fault) throws IOException {
        for (int call = 1; tryAll(fault, call, true); call++) {
            assertThat(call).isLessThan(CALLS_MAX);
        }

        assertThat(proved.reached()).isPositive();
    }

    /// A change of one kind, and how to tell that it stands.
    private interface Change {
        void on(DeletionJournal journal) throws IOException;
    }

    private interface Trace {
        boolean isIn(DeletionJournal journal) throws IOException;
    }

    private record Step(Change change, Trace trace) {}

    private static List<Step> steps() {
        return List.of(
                new Step(
                        journal -> journal.prepare(target(1), new Budget(9, 9)),
                        journal -> journal.find(box(1)).isPresent()),
                new Step(
                        journal -> journal.accept(box(1), receipt(1, OperationStatus.PENDING)),
                        journal -> phase(journal, 1).equals("accepted")),
                new Step(
                        journal -> journal.block(box(1), receipt(1, OperationStatus.BLOCKED)),
                        journal -> phase(journal, 1).equals("blocked")),
                new Step(
                        journal -> journal.prepare(target(1), Budget.UNLIMITED),
                        journal -> phase(journal, 1).equals("prepared")),
                new Step(
                        journal -> journal.retire(box(1), Proofs.absence(box(1)), ""),
                        journal -> journal.find(box(1)).isEmpty()));
    }

    /// Returns whether the fault was hit.
    private boolean tryAll(Fault fault, int call, boolean lasting) throws IOException {
        SimHost host = Journals.host();
        Journals.prepare(host, journal -> journal.prepare(target(7), Budget.UNLIMITED));
        SimProcess unlucky = host.start("unlucky");
        List<FaultyDisk> faulty = new ArrayList<>();
        unlucky.wrapDisk(disk -> {
            faulty.add(
                    lasting
                            ? FaultyDisk.failingFrom(disk, fault, call)
                            : FaultyDisk.failingOnce(disk, fault, call));
            return faulty.getFirst();
        });
        boolean refused = false;
        for (Step step : steps()) {
            refused |= !tried(unlucky, step, host, refused);
        }
        unlucky.kill(); // What it could not remove itself is removed once it is dead.
        everybodyElseGoesOn(host);
        return faulty.getFirst().hasFailed();
    }

    /// Makes one change on the faulty disk, and looks at what came of it on a good one.
    private boolean tried(SimProcess unlucky, Step step, SimHost host, boolean refusedBefore)
            throws IOException {
        boolean acknowledged;
        try (DeletionJournal journal = journal(unlucky)) {
            step.change().on(journal);
            acknowledged = true;
        } catch (IOException _) {
            acknowledged = false;
        }
        SimProcess observer = host.start("observer");
        try (DeletionJournal journal = journal(observer)) {
            if (acknowledged && !refusedBefore) {
                whole.check(step.trace().isIn(journal), () -> "it does not");
            }
            harmless.check(journal.find(box(7)).isPresent(), () -> "the neighbor is gone");
            if (refusedBefore || !acknowledged) {
                return false;
            }
            if (journal.find(box(1)).isEmpty()) {
                boolean isAudited = !audited(observer.world(), box(1)).isEmpty();
                proved.check(isAudited, () -> "there is no line");
            }
        }
        return acknowledged;
    }

    /// Nothing that failed is left in anybody's way.
    private static void everybodyElseGoesOn(SimHost host) throws IOException {
        SimProcess next = host.start("next");
        try (DeletionJournal journal = journal(next)) {
            journal.prepare(target(9), Budget.UNLIMITED);
            journal.retire(box(9), Proofs.absence(box(9)), "");
            assertThat(journal.snapshot())
                    .extracting(DeletionRecord::id)
                    .contains(box(7))
                    .doesNotContain(box(9));
        }
        assertThat(Journals.names(host))
                .isSubsetOf(
                        DeletionFormat.FILE,
                        DeletionFormat.PREVIOUS,
                        PastOperations.FILE,
                        Requests.FILE);
    }

    private static String phase(DeletionJournal journal, int number) throws IOException {
        return journal.find(box(number)).map(record -> record.phase().word()).orElse("none");
    }
}
