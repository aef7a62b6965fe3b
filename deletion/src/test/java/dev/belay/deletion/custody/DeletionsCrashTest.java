package dev.belay.deletion.custody;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static dev.belay.deletion.Samples.receipt;
import static dev.belay.deletion.Samples.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.Budget;
import dev.belay.deletion.ComputerProvider;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.journal.DeletionJournal;
import dev.belay.deletion.journal.Journals;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.explore.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Whole requests that crash at every step of the disk and of the provider.
class DeletionsCrashTest {
    private final Invariant fenced =
            new Invariant("a DELETE was sent, so a record stands or a proof is audited");
    private final Invariant forward = new Invariant("a status never goes back");

    /// A provider that outlives the machine, with one computer.
    private static final class Cloud {
        private int deletes;
        private int polls;
        private OperationStatus remembered = OperationStatus.PENDING;

        /// As one process reaches it: each call is a step at which that process may die.
        ComputerProvider from(SimProcess process) {
            return new ComputerProvider() {
                @Override
                public DeleteAnswer delete(BoxId id) {
                    return process.call("DELETE", id.value(), Cloud.this::delete);
                }

                @Override
                public OperationAnswer operation(OperationId operation, BoxId id) {
                    return process.call("GET operation", id.value(), Cloud.this::poll);
                }

                @Override
                public ComputerAnswer read(BoxId id) {
                    return process.call("GET computer", id.value(), Cloud.this::read);
                }
            };
        }

        private ComputerProvider.DeleteAnswer delete() {
            deletes++;
            return accepted(OperationStatus.PENDING);
        }

        private ComputerProvider.OperationAnswer poll() {
            polls++;
            return accepted(polls > 1 ? OperationStatus.COMPLETED : OperationStatus.PROCESSING);
        }

        private ComputerProvider.ComputerAnswer read() {
            return deletes > 0
                    ? new ComputerProvider.Absent(404)
                    : new ComputerProvider.Live("web-1");
        }

        private static ComputerProvider.Accepted accepted(OperationStatus status) {
            return new ComputerProvider.Accepted(new Receipt(operation(1), box(1), status));
        }
    }

    @Test
    void no_delete_is_sent_without_a_record_or_again_before_what_was_sent_is_over()
            throws IOException {
        Invariant once = new Invariant("what was sent is not sent again before it is over");
        Program<Cloud> request =
                (process, cloud) ->
                        whole(
                                process,
                                cloud,
                                deletions -> deletions.request(target(1), Duration.ZERO));

        Explored explored =
                CrashExplorer.with(Cloud::new)
                        .prepare(host -> Journals.prepare(host, _ -> {}))
                        .run((process, cloud) -> {
                            try (DeletionJournal journal = Journals.journal(process)) {
                                journal.prepare(target(1), Budget.UNLIMITED);
                                cloud.from(process).delete(box(1));
                            }
                        })
                        .restart(request)
                        .check((_, cloud) ->
                                once.check(cloud.deletes <= 1, () -> cloud.deletes + " times"))
                        .explore();
        System.out.println(
                "no delete is sent without a record or again before"
                        + " what was sent is over: "
                        + explored);

        assertThat(fenced.reached()).isPositive();
        assertThat(once.reached()).isPositive();
    }

    @Test
    void what_was_accepted_is_followed_to_its_release_through_every_crash() throws IOException {
        Program<Cloud> follow =
                (process, cloud) ->
                        whole(
                                process,
                                cloud,
                                deletions -> deletions.follow(box(1), Duration.ofMinutes(1)));

        Explored explored =
                CrashExplorer.with(Cloud::new)
                        .prepare(host ->
                                Journals.prepare(
                                        host,
                                        journal -> {
                                            journal.prepare(target(1), Budget.UNLIMITED);
                                            journal.accept(
                                                    box(1), receipt(1, OperationStatus.PROCESSING));
                                        }))
                        .run((process, cloud) -> {
                            cloud.deletes = 1;
                            cloud.polls = 1; // It is over by the next.
                            follow.run(process, cloud);
                        })
                        .restart(follow)
                        .check((process, _) -> {
                            try (DeletionJournal journal = Journals.journal(process)) {
                                assertThat(journal.snapshot()).isEmpty();
                            }
                            assertThat(Journals.audited(process.world(), box(1))).isNotEmpty();
                        })
                        .crashes(1)
                        .explore();
        System.out.println(
                "what was accepted is followed to its release through"
                        + " every crash: "
                        + explored);

        assertThat(forward.reached()).isPositive();
    }

    private interface Action {
        void on(Deletions deletions) throws IOException;
    }

    private void whole(SimProcess process, Cloud cloud, Action action) throws IOException {
        try (DeletionJournal journal = Journals.journal(process)) {
            if (hold(process, cloud, journal)) {
                return; // Whoever sees that it is over has no reason to ask again.
            }
            Terms terms =
                    new Terms(
                            ProofPolicy.EITHER,
                            Budget.UNLIMITED,
                            ProtectedNames.NONE,
                            () -> {},
                            event -> told(cloud, event));
            action.on(new Deletions(journal, cloud.from(process), process.world(), terms));
            hold(process, cloud, journal);
        }
    }

    /// What somebody outside was told is remembered there.
    private static void told(Cloud cloud, DeletionEvent event) {
        if (event instanceof DeletionEvent.Recorded(DeletionRecord record)
                && record.phase()
                        instanceof DeletionRecord.Accepted(OperationId _, OperationStatus status)) {
            cloud.remembered = status;
        }
    }

    /// Looks at what must hold, and tells whether the deletion is over.
    private boolean hold(SimProcess process, Cloud cloud, DeletionJournal journal)
            throws IOException {
        Optional<DeletionRecord> record = journal.find(box(1));
        if (cloud.deletes > 0) {
            boolean holds =
                    record.isPresent() || !Journals.audited(process.world(), box(1)).isEmpty();
            fenced.check(holds, () -> "neither");
        }
        if (record.isPresent()
                && record.get().phase()
                        instanceof DeletionRecord.Accepted(OperationId _, OperationStatus status)) {
            forward.check(
                    status.compareTo(cloud.remembered) >= 0,
                    () -> List.of(cloud.remembered, status).toString());
        }
        return cloud.deletes > 0 && record.isEmpty();
    }
}
