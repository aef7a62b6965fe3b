package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.target;
import static dev.belay.deletion.journal.Journals.journal;
import static dev.belay.deletion.journal.Journals.prepare;
import static dev.belay.deletion.journal.Journals.refusal;
import static dev.belay.deletion.journal.Journals.remove;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.deletion.Budget;
import dev.belay.deletion.Transition;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import dev.belay.sim.gate.Killed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// The weaknesses of docs/DEFECTS.md that lie in the journal's lock.
class LockDefectsTest {
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
        At thief =
                At.call(
                        process,
                        "status deletion/.box-delete-requests.json.tmp-",
                        () -> {
                            remove(host, DeletionJournal.LOCK.file());
                            replaceByTwin(host);
                        });

        journal.prepare(target(1), Budget.UNLIMITED);

        assertThat(thief.isDone()).isTrue();
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
}
