package dev.belay.core.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.FaultExplorer;
import dev.belay.sim.explore.Preparation;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// Each call of the disk failing in each way.
class LinkLockFaultTest {
    private static final Set<ErrorCode> EXPECTED =
            EnumSet.of(
                    ErrorCode.LOCK_UNAVAILABLE,
                    ErrorCode.LOCK_UNREADABLE,
                    ErrorCode.LOCK_HELD,
                    ErrorCode.LOCK_LOST);

    /// What a process with a failing disk got out of the lock.
    private enum Outcome {
        RELEASED,
        REFUSED,
        LEFT_BEHIND
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void d06_no_failing_call_leaves_a_lock_that_others_cannot_take(Fault fault) throws IOException {
        int runs = 0;
        for (boolean isDead : new boolean[] {false, true}) {
            for (boolean isLasting : new boolean[] {false, true}) {
                runs += failEachCall(fault, isDead, isLasting);
            }
        }

        System.out.println("lock, " + fault + ": " + runs + " runs");
        assertThat(runs).isGreaterThan(8);
    }

    private static int failEachCall(Fault fault, boolean isDead, boolean isLasting)
            throws IOException {
        int call = 0;
        boolean hasFailed = true;
        while (hasFailed) {
            call++;
            SimHost host = LockWorld.host();
            if (isDead) {
                LockWorld.put(host, "box.lock", LockWorld.nodeRecord(LockWorld.NOBODY));
            }
            SimProcess unlucky = host.start("unlucky");
            FaultyDisk disk =
                    isLasting
                            ? FaultyDisk.failingFrom(unlucky.world().disk(), fault, call)
                            : FaultyDisk.failingOnce(unlucky.world().disk(), fault, call);
            unlucky.wrapDisk(_ -> disk);
            Outcome outcome = use(unlucky);
            hasFailed = disk.hasFailed();

            String what =
                    "%s %s at call %d, %s: %s"
                            .formatted(
                                    fault, isLasting ? "from" : "once", call, disk.hit(), outcome);
            if (!isLasting && outcome != Outcome.LEFT_BEHIND) {
                checkNode(host, what);
            }
            checkBelay(host, what);
            assertThat(unlucky.isAlive()).isTrue();
        }
        return call;
    }

    private static Outcome use(SimProcess process) throws IOException {
        try (Directory data = LockWorld.data(process)) {
            LinkLock lock = new LinkLock(process.world(), data, LockWorld.NAME, LockWorld.WAIT);
            Held held = lock.acquire();
            try {
                held.assertOwned();
            } catch (Refusal refusal) {
                assertThat(refusal.code()).isEqualTo(ErrorCode.LOCK_LOST);
            }
            return switch (held.release()) {
                case Release.Released _ -> Outcome.RELEASED;
                case Release.LeftBehind _ -> Outcome.LEFT_BEHIND;
                case Release.Lost lost -> throw new AssertionError("nobody took it: " + lost);
            };
        } catch (Refusal refusal) {
            assertThat(refusal.code()).isIn(EXPECTED);
            return Outcome.REFUSED;
        } catch (DiskFault fault) {
            return Outcome.REFUSED; // The directory could not be opened.
        }
    }

    private static void checkNode(SimHost host, String what) throws IOException {
        SimProcess node = host.start("node");
        try (Directory data = LockWorld.data(node)) {
            NodePeer peer = new NodePeer(node.world(), data, "box.lock");
            peer.release(peer.acquire());
        } catch (NodePeer.Paused paused) {
            throw new AssertionError("Node is kept out after " + what, paused);
        }
    }

    private static void checkBelay(SimHost host, String what) throws IOException {
        SimProcess next = host.start("next");
        try {
            assertThat(LockWorld.lock(next).acquire().release())
                    .as(what)
                    .isEqualTo(new Release.Released());
        } catch (Refusal refusal) {
            throw new AssertionError("Belay is kept out after " + what, refusal);
        }
        assertThat(LockWorld.names(host)).as(what).noneMatch(name -> name.equals("box.lock"));
    }

    @Test
    void no_failing_call_leaves_more_than_the_next_process_clears() throws IOException {
        for (Preparation preparation : new Preparation[] {LockWorld::prepare, this::deadLock}) {
            Explored explored =
                    FaultExplorer.with(Object::new)
                            .prepare(preparation)
                            .run((process, _) -> use(process))
                            .restart((process, _) ->
                                    assertThat(use(process)).isEqualTo(Outcome.RELEASED))
                            .check((process, _) ->
                                    assertThat(LockWorld.names(process.host())).isEmpty())
                            .explore();
            System.out.println("failing calls of the lock: " + explored);
            assertThat(explored.states()).isGreaterThan(100);
        }
    }

    private void deadLock(SimHost host) throws IOException {
        LockWorld.prepare(host);
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(LockWorld.NOBODY));
    }

    @ParameterizedTest
    @EnumSource(
            value = Errno.class,
            names = {"EPERM", "EOPNOTSUPP", "ENOSYS", "EMLINK"})
    void d17_a_file_system_without_hard_links_is_named_as_such(Errno errno) throws IOException {
        SimHost host = LockWorld.host();
        SimProcess process = host.start("process");
        AlteredDirectory.alter(process, directory -> new LinkFails(directory, errno));

        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> LockWorld.lock(process).acquire());

        assertThat(refusal.code()).isEqualTo(ErrorCode.LOCK_UNAVAILABLE);
        assertThat(refusal).hasMessageContaining("lacks hard links (" + errno + ")");
        assertThat(LockWorld.names(host)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Errno.class,
            mode = Mode.EXCLUDE,
            names = {"EPERM", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EEXIST"})
    void another_failure_to_link_is_not_called_so(Errno errno) throws IOException {
        SimHost host = LockWorld.host();
        SimProcess process = host.start("process");
        AlteredDirectory.alter(process, directory -> new LinkFails(directory, errno));

        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> LockWorld.lock(process).acquire());

        assertThat(refusal.code()).isEqualTo(ErrorCode.LOCK_UNAVAILABLE);
        assertThat(refusal).hasMessageContaining(errno.meaning());
        assertThat(LockWorld.names(host)).isEmpty();
    }

    private static final class LinkFails extends AlteredDirectory {
        private final Errno errno;

        LinkFails(Directory directory, Errno errno) {
            super(directory);
            this.errno = errno;
        }

        @Override
        public void link(String existing, String name) throws DiskFault {
            throw new DiskFault("link", label(name), errno);
        }
    }

    @Test
    void without_kernel_locks_the_record_says_so_and_is_judged_by_identity() throws IOException {
        SimHost host = LockWorld.host();
        SimProcess first = host.start("first");
        SimProcess second = host.start("second");
        AlteredDirectory.alter(first, Unlockable::entirely);
        AlteredDirectory.alter(second, Unlockable::entirely);

        Held held = LockWorld.lock(first).acquire();

        assertThat(held.kernelLocked()).isFalse();
        assertThat(LockWorld.text(host, "box.lock"))
                .doesNotContain("kernelLock")
                .contains("\"start\"", "\"boot\"", "\"pidNamespace\"");
        assertThat(
                        catchThrowableOfType(Refusal.class, () -> LockWorld.lock(second).acquire())
                                .code())
                .isEqualTo(ErrorCode.LOCK_HELD);

        long number = first.pid();
        first.kill();
        host.reusePid(number);
        host.start("stranger");
        assertThat(LockWorld.lock(second).acquire().release()).isEqualTo(new Release.Released());
    }

    @Test
    void without_kernel_locks_a_process_that_cannot_tell_who_it_is_takes_no_lock()
            throws IOException {
        SimHost host = LockWorld.host();
        SimProcess process = host.start("process", "not a namespace");
        AlteredDirectory.alter(process, Unlockable::entirely);

        assertThat(catchThrowableOfType(Refusal.class, () -> LockWorld.lock(process).acquire()))
                .hasMessageContaining("cannot tell its own start time, boot, and PID namespace");
        assertThat(LockWorld.names(host)).isEmpty();
    }
}
