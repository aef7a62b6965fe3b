package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static dev.belay.deletion.Samples.receipt;
import static dev.belay.deletion.Samples.target;
import static dev.belay.deletion.journal.Journals.journal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
import dev.belay.sim.gate.Killed;
import dev.belay.system.Directory;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// The weaknesses of docs/DEFECTS.md, as far as they are the journal's; D01, D07, D11, D14, and D17
/// are also in the tests of the rules, of the format, and of crashes.
class DefectsTest {
    private static final Duration SETTLED = Duration.ofMillis(200);

    @Test
    void d02_a_killed_owner_whose_number_lives_again_holds_nothing() throws IOException {
        SimHost host = Journals.host();
        SimProcess first = host.start("belay");
        killBefore(first, "rename deletion/.box-delete-requests.json.tmp-");
        assertThat(catchKill(() -> prepare(first, 1))).isTrue();

        SimProcess again = host.startAgainAs("belay", first.pid());
        prepare(again, 2);

        assertThat(journal(again).snapshot()).extracting("target").containsExactly(target(2));
    }

    @Test
    void d03_a_live_owner_in_another_pid_namespace_keeps_its_lock() throws IOException {
        SimHost host = Journals.host();
        SimProcess inside = host.start("inside", "4026532001");
        SimProcess beside = host.start("beside", "4026532002");
        List<Refusal> refusals = new ArrayList<>();
        At at =
                At.call(
                        inside,
                        "rename deletion/.box-delete-requests.json.tmp-",
                        () -> refusals.add(refusal(() -> prepare(beside, 3))));

        prepare(inside, 1);

        assertThat(at.isDone()).isTrue();
        assertThat(refusals).extracting(Refusal::code).containsExactly(ErrorCode.LOCK_HELD);
        prepare(beside, 3);
        assertThat(journal(beside).snapshot())
                .extracting("target")
                .containsExactly(target(1), target(3));
    }

    /// A Node process elsewhere took our lock for a dead one's, and wrote, right after we did.
    @Test
    void d03_what_a_thief_of_the_lock_wrote_is_never_taken_for_ours() throws IOException {
        SimHost host = Journals.host();
        SimProcess process = host.start("belay");
        DeletionJournal journal = journal(process);
        At.call(
                process,
                "rename deletion/.box-delete-requests.json.tmp-",
                () ->
                        At.call(
                                process,
                                "open deletion/" + Journals.FILE,
                                () -> {
                                    remove(host, DeletionJournal.LOCK.file());
                                    replaceByTwin(host);
                                }));

        journal.prepare(target(1), Budget.UNLIMITED);

        assertThat(journal.snapshot()).extracting("target").containsExactly(target(2));
    }

    @Test
    void d04_killed_processes_leave_nothing_for_good() throws IOException {
        SimHost host = Journals.host();
        for (String step : List.of("tryLock", "link", "unlink", "write", "sync", "rename")) {
            SimProcess process = host.start("belay");
            killBefore(process, step + " deletion/");
            assertThat(catchKill(() -> prepare(process, 1))).as(step).isTrue();
        }

        prepare(host.start("belay"), 2);

        assertThat(Journals.names(host)).containsExactly(Journals.FILE);
    }

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
    void d06_a_dead_lock_that_cannot_be_removed_once_blocks_nobody_for_good() throws IOException {
        SimHost host = Journals.host();
        SimProcess dead = host.start("dead");
        killBefore(dead, "write deletion/.box-delete-requests.json.tmp-");
        assertThat(catchKill(() -> prepare(dead, 1))).isTrue();

        SimProcess unlucky = host.start("unlucky");
        unlucky.wrapDisk(disk -> FaultyDisk.failingOnce(disk, Fault.EIO, reapingUnlink(host)));
        refusal(() -> prepare(unlucky, 1));

        prepare(host.start("other"), 2);
        prepare(unlucky, 1);
        assertThat(journal(unlucky).snapshot()).hasSize(2);
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
    void d09_a_release_tells_what_was_released_and_on_which_proof() throws IOException {
        SimHost host = Journals.host();
        SimProcess process = host.start("belay");
        DeletionJournal journal = journal(process);
        journal.prepare(target(1), Budget.UNLIMITED);
        journal.accept(box(1), receipt(1, OperationStatus.COMPLETED));

        assertThat(
                        refusal(() ->
                                journal.retire(box(1), Proofs.completed(box(1), operation(2)), "")))
                .hasMessageContaining("not bound to a completed operation");
        assertThat(refusal(() -> journal.retire(box(1), Proofs.absence(box(2)), "")).code())
                .isEqualTo(ErrorCode.DELETION_MISMATCHED);
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
    void d10_a_wait_for_the_lock_ends_and_names_its_owner() throws IOException {
        SimHost host = Journals.host();
        SimProcess owner = host.start("owner");
        SimProcess waiter = host.start("waiter");
        List<Refusal> refusals = new ArrayList<>();
        List<Duration> waits = new ArrayList<>();
        At.call(
                owner,
                "rename deletion/.box-delete-requests.json.tmp-",
                () -> {
                    Duration before = host.clock().elapsed();
                    refusals.add(refusal(() -> prepare(waiter, 2)));
                    waits.add(host.clock().elapsed().minus(before));
                });

        prepare(owner, 1);

        assertThat(refusals)
                .singleElement()
                .extracting(Refusal::code)
                .isEqualTo(ErrorCode.LOCK_HELD);
        assertThat(refusals.getFirst()).hasMessageContaining(Long.toString(owner.pid()));
        assertThat(waits.getFirst()).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(3));
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
    void d13_a_change_stands_when_its_lock_was_taken_away_after_it() throws IOException {
        SimHost host = Journals.host();
        SimProcess process = host.start("belay");
        List<JournalNotice> notices = new ArrayList<>();
        DeletionJournal journal = journal(process.world(), notices);
        At.call(
                process,
                "rename deletion/.box-delete-requests.json.tmp-",
                () ->
                        At.call(
                                process,
                                "sync deletion",
                                () -> remove(host, DeletionJournal.LOCK.file())));

        assertThat(journal.prepare(target(1), Budget.UNLIMITED))
                .isInstanceOf(Transition.Changed.class);

        assertThat(notices).singleElement().isInstanceOf(JournalNotice.LockNotReleased.class);
        assertThat(journal.find(box(1))).isPresent();
    }

    @Test
    void d13_a_change_is_refused_when_its_lock_was_taken_away_before_it() throws IOException {
        SimHost host = Journals.host();
        SimProcess process = host.start("belay");
        At.call(
                process,
                "write deletion/.box-delete-requests.json.tmp-",
                () -> remove(host, DeletionJournal.LOCK.file()));

        assertThat(refusal(() -> prepare(process, 1)).code()).isEqualTo(ErrorCode.LOCK_LOST);

        assertThat(Journals.names(host)).isEmpty();
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

    /// H-A08.
    @Test
    void d16_a_damaged_lock_refuses_a_change_and_lets_everybody_look() throws IOException {
        for (String text : List.of("", "{\"version\":1,\"pid\":12")) {
            SimHost host = Journals.host();
            prepare(host.start("before"), 1);
            Journals.put(host, DeletionJournal.LOCK.file(), text);
            SimProcess process = host.start("belay");

            Refusal refusal = refusal(() -> prepare(process, 2));

            assertThat(refusal.code()).isEqualTo(ErrorCode.LOCK_UNREADABLE);
            assertThat(Journals.text(host, DeletionJournal.LOCK.file())).isEqualTo(text);
            assertThat(journal(process).find(box(1))).isPresent();
        }
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

    static Refusal refusal(ThrowingCallable call) {
        return catchThrowableOfType(Refusal.class, call);
    }

    private static void prepare(SimProcess process, int number) throws IOException {
        try (DeletionJournal journal = journal(process)) {
            journal.prepare(target(number), Budget.UNLIMITED);
        }
    }

    private static void killBefore(SimProcess process, String call) {
        At.call(process, call, process::kill);
    }

    private static boolean catchKill(ThrowingCallable call) {
        try {
            call.call();
            return false;
        } catch (Killed _) {
            return true;
        } catch (Throwable failure) {
            throw new AssertionError(failure);
        }
    }

    /// How many calls that EIO can hit come before the one that unlinks a dead lock.
    private static int reapingUnlink(SimHost host) {
        SimProcess probe = host.afterKill().start("probe");
        FaultyDisk[] counting = new FaultyDisk[1];
        probe.wrapDisk(
                disk -> counting[0] = FaultyDisk.failingOnce(disk, Fault.EIO, Integer.MAX_VALUE));
        int[] count = new int[1];
        At.call(
                probe,
                "unlink deletion/" + DeletionJournal.LOCK.file(),
                () -> count[0] = counting[0].calls());
        try {
            prepare(probe, 1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return count[0];
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

    /// Puts a file of the same size in the place of the journal, with another computer in it.
    private static void replaceByTwin(SimHost host) {
        try {
            String twin =
                    Journals.text(host, Journals.FILE)
                            .replace(box(1).value(), box(2).value())
                            .replace("web-1", "web-2")
                            .replace("bot-1", "bot-2");
            Journals.put(host, Journals.FILE, twin);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void remove(SimHost host, String name) {
        try (Directory directory = host.disk().open(Journals.DIRECTORY, "")) {
            directory.unlink(name);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
