package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static dev.belay.deletion.Samples.receipt;
import static dev.belay.deletion.Samples.target;
import static dev.belay.deletion.journal.Journals.journal;
import static dev.belay.deletion.journal.Journals.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.deletion.Budget;
import dev.belay.deletion.OperationStatus;
import dev.belay.sim.SimHost;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.FaultExplorer;
import dev.belay.sim.fault.Fault;
import dev.belay.system.Directory;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The lines beside the journal: what a budget counts, and which operations are past.
class SideLogTest {
    @Test
    void a_budget_holds_for_all_processes_together() throws IOException {
        SimHost host = Journals.host();
        Budget budget = new Budget(2, 3);
        DeletionJournal one = journal(host.start("one"));
        DeletionJournal other = journal(host.start("other"));

        one.prepare(target(1), budget);
        other.prepare(target(2), budget);
        other.prepare(target(2), budget); // Nothing new: it costs nothing.
        assertThat(refusal(() -> one.prepare(target(3), budget)))
                .hasMessageContaining("2 deletions within an hour is the limit")
                .extracting(refusal -> refusal.code())
                .isEqualTo(ErrorCode.DELETION_OVER_BUDGET);
        assertThat(one.find(box(3))).isEmpty();

        host.clock().advance(Duration.ofMinutes(61));
        one.prepare(target(3), budget);
        assertThat(refusal(() -> other.prepare(target(4), budget)))
                .hasMessageContaining("3 deletions within a day is the limit");

        host.clock().advance(Duration.ofHours(24));
        other.prepare(target(4), budget);
        assertThat(one.snapshot()).hasSize(4);
    }

    @Test
    void a_retry_of_a_blocked_deletion_counts_against_the_budget() throws IOException {
        DeletionJournal journal = journal(Journals.host().start("belay"));
        Budget budget = new Budget(2, 2);
        journal.prepare(target(1), budget);
        journal.block(box(1));
        journal.prepare(target(1), budget);
        journal.block(box(1));

        assertThat(refusal(() -> journal.prepare(target(1), budget)).code())
                .isEqualTo(ErrorCode.DELETION_OVER_BUDGET);
        assertThat(journal.find(box(1)).orElseThrow().phase().word()).isEqualTo("blocked");
    }

    @Test
    void a_budget_whose_file_is_damaged_lets_nobody_through() throws IOException {
        SimHost host = Journals.host();
        Journals.makeDirectory(host);
        Journals.put(host, Requests.FILE, "{\"at\":1,\"boxId\":\"bx_22222222\"}\nrubbish\n");
        DeletionJournal journal = journal(host.start("belay"));

        assertThat(refusal(() -> journal.prepare(target(1), new Budget(9, 9))))
                .hasMessageStartingWith("deletion/.requests.jsonl:2: ")
                .extracting(refusal -> refusal.code())
                .isEqualTo(ErrorCode.STATE_INVALID);
        assertThat(journal.prepare(target(1), Budget.UNLIMITED)).isNotNull();
    }

    @Test
    void a_line_that_a_crash_cut_off_is_forgotten_and_the_rest_is_kept() throws IOException {
        SimHost host = Journals.host();
        Journals.makeDirectory(host);
        String whole = "{\"at\":%d,\"boxId\":\"bx_22222222\"}\n".formatted(now(host));
        Journals.put(host, Requests.FILE, whole + "{\"at\":17");
        DeletionJournal journal = journal(host.start("belay"));

        journal.prepare(target(1), new Budget(2, 2));

        assertThat(Journals.text(host, Requests.FILE).lines())
                .hasSize(2)
                .first()
                .isEqualTo(whole.strip());
        assertThat(refusal(() -> journal.prepare(target(2), new Budget(2, 2)))).isNotNull();
    }

    @Test
    void lines_that_nobody_needs_any_more_are_left_out_once_they_are_many() throws IOException {
        SimHost host = Journals.host();
        Journals.makeDirectory(host);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 8_000; i++) {
            lines.append("{\"at\":%d,\"boxId\":\"bx_22222222\"}\n".formatted(1 + i));
        }
        Journals.put(host, Requests.FILE, lines.toString());
        DeletionJournal journal = journal(host.start("belay"));

        journal.prepare(target(1), new Budget(9, 9));

        assertThat(Journals.text(host, Requests.FILE).lines()).hasSize(1);
    }

    @Test
    void operations_of_computers_that_still_have_a_record_are_never_left_out() throws IOException {
        SimHost host = Journals.host();
        Journals.makeDirectory(host);
        StringBuilder lines = new StringBuilder(pastLine(1));
        for (int i = 100; i < 4_000; i++) {
            lines.append(pastLine(i));
        }
        Journals.put(host, PastOperations.FILE, lines.toString());
        DeletionJournal journal = journal(host.start("belay"));
        journal.prepare(target(1), Budget.UNLIMITED);
        journal.prepare(target(2), Budget.UNLIMITED);

        journal.block(box(2), receipt(2, OperationStatus.BLOCKED));

        assertThat(Journals.text(host, PastOperations.FILE).lines()).hasSize(2);
        assertThat(refusal(() -> journal.accept(box(1), receipt(1, OperationStatus.PENDING))))
                .hasMessageContaining("an earlier attempt");
    }

    @Test
    void a_line_is_not_written_through_a_second_name() throws IOException {
        SimHost host = Journals.host();
        DeletionJournal journal = journal(host.start("belay"));
        journal.prepare(target(1), new Budget(9, 9));
        String before = Journals.text(host, Requests.FILE);
        try (Directory directory = host.disk().open(Journals.DIRECTORY, "")) {
            directory.link(Requests.FILE, "backup");
        }

        journal.prepare(target(2), new Budget(9, 9));

        assertThat(Journals.text(host, "backup")).isEqualTo(before);
        assertThat(Journals.text(host, Requests.FILE)).startsWith(before).hasLineCount(2);
    }

    @Test
    void a_line_whose_sync_failed_is_written_anew_before_others_rely_on_it() throws Exception {
        // Of the ways in which a sync fails, those that leave a line visible and not durable.
        Explored explored =
                FaultExplorer.with(AtomicInteger::new)
                        .without(Fault.EACCES)
                        .without(Fault.EMFILE)
                        .without(Fault.EINTR)
                        .without(Fault.SHORT)
                        .prepare(host -> {
                            host.disk().makeDirectories(Journals.ROOT).close();
                            try (DeletionJournal journal = journal(host.start("before"))) {
                                journal.prepare(target(1), new Budget(9, 9));
                            }
                        })
                        .run((process, told) -> {
                            told.set(1);
                            try (DeletionJournal journal = journal(process)) {
                                for (int number = 2; number <= 3; number++) {
                                    prepareAtLast(journal, number);
                                    told.incrementAndGet();
                                }
                            }
                        })
                        .restart((process, told) -> {
                            try (DeletionJournal journal = journal(process)) {
                                Budget spent = new Budget(told.get(), told.get());
                                assertThat(refusal(() -> journal.prepare(target(8), spent)).code())
                                        .isEqualTo(ErrorCode.DELETION_OVER_BUDGET);
                            }
                        })
                        .explore();

        assertThat(explored.states()).isGreaterThan(100);
    }

    /// Asks once more after a failure, which most faults allow.
    private static void prepareAtLast(DeletionJournal journal, int number) throws IOException {
        try {
            journal.prepare(target(number), new Budget(9, 9));
        } catch (IOException _) {
            journal.prepare(target(number), new Budget(9, 9));
        }
    }

    private static String pastLine(int number) {
        return "{\"boxId\":\"%s\",\"operationId\":\"%s\",\"requestedAt\":1}\n"
                .formatted(box(number), operation(number));
    }

    private static long now(SimHost host) {
        return host.clock().now().toEpochMilli();
    }
}
