package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static dev.belay.deletion.Samples.receipt;
import static dev.belay.deletion.Samples.target;
import static dev.belay.deletion.journal.Journals.journal;
import static dev.belay.deletion.journal.Journals.prepare;
import static dev.belay.deletion.journal.Journals.refusal;
import static dev.belay.deletion.journal.Journals.remove;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.audit.AuditEntry;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.deletion.Budget;
import dev.belay.deletion.DeletionRecord.Accepted;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Proofs;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.Transition;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import dev.belay.system.Directory;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The weaknesses of docs/DEFECTS.md, as far as they are the journal's own; D01, D07, D11, D14, and
/// D17 are also in the tests of the rules, of the format, and of crashes.
class DefectsTest {
    private static final Duration SETTLED = Duration.ofMillis(200);

    @Test
    void d05_looking_works_on_a_full_and_on_a_read_only_disk() throws IOException {
        SimHost host = Journals.host();
        prepare(host.start("before"), 1);
        for (Fault fault : List.of(Fault.ENOSPC, Fault.EROFS)) {
            SimProcess process = host.start("belay");
            process.wrapDisk(disk -> FaultyDisk.failingFrom(disk, fault, 1));
            At at = At.none(process);
            List<String> names = Journals.names(host);

            try (DeletionJournal journal = journal(process)) {
                assertThat(journal.find(box(1))).isPresent();
                assertThat(journal.snapshot()).hasSize(1);
                assertThat(journal.hasPendingFor("bot-1")).isTrue();
                assertThat(journal.hasPendingFor("bot-2")).isFalse();
            }

            assertThat(at.changes()).isEmpty();
            assertThat(Journals.names(host)).isEqualTo(names);
        }
    }

    /// H-B05: and nobody is told that the intent stands.
    @Test
    void d05_a_change_on_a_full_disk_is_refused_and_leaves_nothing() throws IOException {
        SimHost host = Journals.host();
        prepare(host.start("before"), 1);
        byte[] before = Journals.bytes(host, Journals.FILE);
        SimProcess process = host.start("belay");
        process.wrapDisk(disk -> FaultyDisk.failingFrom(disk, Fault.ENOSPC, 1));

        Refusal refusal = refusal(() -> prepare(process, 2));

        assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_UNWRITABLE);
        assertThat(refusal).hasMessageContaining("no space left");
        assertThat(Journals.bytes(host, Journals.FILE)).isEqualTo(before);
        assertThat(Journals.names(host)).containsExactly(Journals.FILE);
    }

    @Test
    void d07_what_is_completed_is_never_blocked_again() throws IOException {
        SimHost host = Journals.host();
        DeletionJournal journal = journal(host.start("belay"));
        journal.prepare(target(1), Budget.UNLIMITED);
        journal.accept(box(1), receipt(1, OperationStatus.COMPLETED));
        byte[] before = Journals.bytes(host, Journals.FILE);

        assertThat(journal.block(box(1), receipt(1, OperationStatus.BLOCKED)))
                .isInstanceOf(Transition.Unchanged.class);
        assertThat(journal.block(box(1))).isInstanceOf(Transition.Unchanged.class);
        assertThat(Journals.bytes(host, Journals.FILE)).isEqualTo(before);
    }

    /// The seed drops what it does not know when it prepares a blocked record anew.
    @Test
    void d07_a_late_receipt_is_refused_though_the_seed_forgot_the_attempt() throws IOException {
        SimHost host = Journals.host();
        SimProcess process = host.start("belay");
        DeletionJournal journal = journal(process);
        journal.prepare(target(1), Budget.UNLIMITED);
        journal.block(box(1), receipt(1, OperationStatus.BLOCKED));
        host.clock().advance(SETTLED);
        Journals.put(host, Journals.FILE, seedRecord(1, "prepared", 1_900_000_000_000L, ""));

        Refusal refusal =
                refusal(() -> journal.accept(box(1), receipt(1, OperationStatus.PENDING)));

        assertThat(refusal.code()).isEqualTo(ErrorCode.DELETION_CONFLICT);
        assertThat(refusal).hasMessageContaining("an earlier attempt");
        assertThat(journal.find(box(1)).orElseThrow().phase()).isEqualTo(new Prepared());
    }

    /// The seed blocked it and prepared it anew; we only ever saw the block.
    @Test
    void d07_an_operation_that_was_only_seen_blocked_is_remembered_too() throws IOException {
        SimHost host = Journals.host();
        Journals.makeDirectory(host);
        String blocked = ", \"operationId\": \"" + operation(1) + "\", \"status\": \"blocked\"";
        Journals.put(host, Journals.FILE, seedRecord(1, "blocked", 1_800_000_000_000L, blocked));
        DeletionJournal journal = journal(host.start("belay"));
        assertThat(journal.block(box(1))).isInstanceOf(Transition.Unchanged.class);
        host.clock().advance(SETTLED);
        Journals.put(host, Journals.FILE, seedRecord(1, "prepared", 1_900_000_000_000L, ""));

        assertThat(refusal(() -> journal.accept(box(1), receipt(1, OperationStatus.COMPLETED))))
                .hasMessageContaining("an earlier attempt");
        journal.accept(box(1), new Receipt(operation(2), box(1), OperationStatus.PENDING));
        assertThat(journal.find(box(1)).orElseThrow().pastOperations())
                .containsExactly(operation(1));
    }

    @Test
    void d08_an_answer_that_changes_nothing_writes_nothing() throws IOException {
        SimHost host = Journals.host();
        SimProcess process = host.start("belay");
        DeletionJournal journal = journal(process);
        journal.prepare(target(1), Budget.UNLIMITED);
        journal.accept(box(1), receipt(1, OperationStatus.PROCESSING));
        FileStatus before = status(host);
        At at = At.none(process);

        assertThat(journal.accept(box(1), receipt(1, OperationStatus.PROCESSING)))
                .isInstanceOf(Transition.Unchanged.class);
        assertThat(journal.accept(box(1), receipt(1, OperationStatus.PENDING)))
                .isInstanceOf(Transition.Unchanged.class);

        assertThat(status(host)).isEqualTo(before);
        assertThat(at.changes())
                .isNotEmpty()
                .doesNotContain("sync deletion")
                .noneMatch(call -> call.contains(Journals.FILE));
    }

    @Test
    void d08_looking_at_an_unchanged_file_is_one_call() throws IOException {
        SimHost host = Journals.host();
        SimProcess process = host.start("belay");
        DeletionJournal journal = journal(process);
        journal.prepare(target(1), Budget.UNLIMITED);
        At at = At.none(process);

        journal.find(box(1));

        assertThat(at.calls()).containsExactly("status deletion/" + Journals.FILE);
    }

    @Test
    void d09_no_release_on_a_proof_of_something_else() throws IOException {
        SimHost host = Journals.host();
        DeletionJournal journal = journal(host.start("belay"));
        journal.prepare(target(1), Budget.UNLIMITED);
        journal.accept(box(1), receipt(1, OperationStatus.COMPLETED));

        assertThat(
                        refusal(() ->
                                journal.retire(box(1), Proofs.completed(box(1), operation(2)), "")))
                .hasMessageContaining("not bound to a completed operation");
        assertThat(refusal(() -> journal.retire(box(1), Proofs.absence(box(2)), "")).code())
                .isEqualTo(ErrorCode.DELETION_MISMATCHED);
    }

    @Test
    void d09_a_release_tells_what_was_released_and_on_which_proof() throws IOException {
        SimHost host = Journals.host();
        SimProcess process = host.start("belay");
        DeletionJournal journal = journal(process);
        journal.prepare(target(1), Budget.UNLIMITED);
        journal.accept(box(1), receipt(1, OperationStatus.COMPLETED));

        Transition.Retirement first =
                journal.retire(box(1), Proofs.both(box(1), operation(1)), "web-1 is over");
        Transition.Retirement second = journal.retire(box(1), Proofs.absence(box(1)), "");

        assertThat(first)
                .isInstanceOfSatisfying(
                        Transition.Removed.class,
                        removed ->
                                assertThat(removed.record().phase())
                                        .isEqualTo(
                                                new Accepted(
                                                        operation(1), OperationStatus.COMPLETED)));
        assertThat(second).isEqualTo(new Transition.Nothing(box(1)));
        List<AuditEntry> audited = Journals.audited(process.world(), box(1));
        assertThat(audited).hasSize(1);
        assertThat(audited.getFirst().event().event()).isEqualTo("deletion.retire");
        assertThat(audited.getFirst().event().details())
                .hasToString(
                        """
                        {"name":"web-1","ownerBotId":"bot-1","phase":"accepted",\
                        "requestedAt":%d,"operationId":"%s","proof":{"level":"both",\
                        "operationId":"%s","status":404,"at":"1970-01-01T00:00:05Z"},\
                        "reason":"web-1 is over"}\
                        """
                                .formatted(
                                        ((Transition.Removed) first)
                                                .record()
                                                .requestedAt()
                                                .toEpochMilli(),
                                        operation(1),
                                        operation(1)));
    }

    @Test
    void d11_an_invalid_file_is_left_as_it_is_beside_the_one_before() throws IOException {
        SimHost host = Journals.host();
        DeletionJournal journal = journal(host.start("belay"));
        journal.prepare(target(1), Budget.UNLIMITED);
        byte[] first = Journals.bytes(host, Journals.FILE);
        journal.prepare(target(2), Budget.UNLIMITED);
        String damaged = Journals.text(host, Journals.FILE).replace("web-2", "web\\n2");
        host.clock().advance(SETTLED);
        Journals.put(host, Journals.FILE, damaged);

        Refusal change = refusal(() -> journal.prepare(target(3), Budget.UNLIMITED));
        Refusal look = refusal(() -> journal.find(box(1)));

        for (Refusal refusal : List.of(change, look)) {
            assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_INVALID);
            assertThat(refusal)
                    .hasMessage(
                            "deletion/box-delete-requests.json: record 2 (%s), field `name` is not"
                                    + " the name of a computer",
                            box(2));
            assertThat(refusal.help()).contains("provider", DeletionFormat.PREVIOUS);
        }
        assertThat(Journals.text(host, Journals.FILE)).isEqualTo(damaged);
        assertThat(Journals.bytes(host, DeletionFormat.PREVIOUS)).isEqualTo(first);
    }

    @Test
    void d15_a_pipe_a_link_and_a_huge_file_are_refused_and_not_waited_for() throws IOException {
        SimHost host = Journals.host();
        Journals.makeDirectory(host);
        host.disk().makeSpecial(Journals.DIRECTORY.resolve(Journals.FILE), FileKind.PIPE, 0600);
        assertRefusedUntouched(host, "is a pipe");

        remove(host, Journals.FILE);
        Journals.put(host, "real.json", "{\"version\":1,\"records\":[]}\n");
        try (Directory directory = host.disk().open(Journals.DIRECTORY, "")) {
            directory.symlink("real.json", Journals.FILE);
        }
        assertRefusedUntouched(host, "is a symbolic link"); // H-D01
        assertThat(Journals.text(host, "real.json")).contains("[]");

        remove(host, Journals.FILE);
        Journals.put(host, Journals.FILE, new byte[DeletionFormat.BYTES_MAX + 1]);
        assertRefusedUntouched(host, "at most 16777216 are read");
    }

    private static void assertRefusedUntouched(SimHost host, String found) throws IOException {
        SimProcess process = host.start("belay");
        List<String> names = Journals.names(host);

        assertThat(refusal(() -> journal(process).snapshot())).hasMessageContaining(found);
        assertThat(refusal(() -> prepare(process, 1)))
                .hasMessageContaining(found)
                .extracting(Refusal::code)
                .isEqualTo(ErrorCode.STATE_UNREADABLE);

        assertThat(Journals.names(host)).isEqualTo(names);
    }

    private static String seedRecord(int number, String phase, long requestedAt, String more) {
        return """
        {"version": 1, "records": [{"boxId": "%s", "name": "web-%d", "ownerBotId": "bot-%d",
         "phase": "%s", "requestedAt": %d, "updatedAt": %d%s}]}
        """
                .formatted(box(number), number, number, phase, requestedAt, requestedAt, more);
    }

    private static FileStatus status(SimHost host) throws IOException {
        try (Directory directory = host.disk().open(Journals.DIRECTORY, "")) {
            return directory.status(Journals.FILE).orElseThrow();
        }
    }
}
