package dev.belay.core.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Budget;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Preparation;
import dev.belay.sim.explore.Program;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.sim.fault.AlteredFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A crash at each step of taking, holding, and letting go of the lock.
class LinkLockCrashTest {
    @Test
    void any_crash_leaves_a_lock_that_the_next_process_takes() throws IOException {
        report("take and let go", explorer(LockWorld::prepare, LinkLockCrashTest::use));
    }

    @Test
    void any_crash_of_a_reaper_leaves_a_lock_that_the_next_process_takes() throws IOException {
        report("reap", explorer(LinkLockCrashTest::prepareDeadLock, LinkLockCrashTest::use));
    }

    @Test
    void a_record_that_is_not_synced_before_it_is_linked_is_found_out() throws IOException {
        CrashExplorer<Object> explorer =
                explorer(
                        LockWorld::prepare,
                        (process, around) -> {
                            AlteredDirectory.alter(process, NoSync::new);
                            use(process, around);
                        });

        assertThatThrownBy(explorer::explore).hasMessageContaining("nobody knows who holds");
    }

    @Test
    void a_reapers_claim_that_is_not_synced_before_it_is_linked_is_found_out() throws IOException {
        CrashExplorer<Object> explorer =
                explorer(
                        LinkLockCrashTest::prepareDeadLock,
                        (process, around) -> {
                            AlteredDirectory.alter(process, NoSyncOfClaims::new);
                            use(process, around);
                        });

        assertThatThrownBy(explorer::explore).hasMessageContaining("is removing the lock");
    }

    private static void prepareDeadLock(SimHost host) throws IOException {
        LockWorld.prepare(host);
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(LockWorld.NOBODY));
    }

    private static CrashExplorer<Object> explorer(
            Preparation preparation, Program<Object> operation) throws IOException {
        return CrashExplorer.alone()
                .prepare(preparation)
                .run(operation)
                .restart(LinkLockCrashTest::use)
                .check((process, around) -> {
                    use(process, around);
                    assertThat(LockWorld.names(process.host())).isEmpty();
                });
    }

    private static void use(SimProcess process, Object around) throws IOException {
        try (Directory data = LockWorld.data(process)) {
            LinkLock lock = new LinkLock(process.world(), data, LockWorld.NAME, LockWorld.WAIT);
            for (int time = 0; time < Budget.current().of(1, 2); time++) {
                Held held = lock.acquire();
                held.assertOwned();
                assertThat(held.release()).isEqualTo(new Release.Released());
            }
        }
    }

    private static void report(String what, CrashExplorer<Object> explorer) {
        Explored explored = explorer.explore();

        System.out.println("crashes of " + what + ": " + explored);
        assertThat(explored.states()).isGreaterThan(100);
    }

    /// Syncs of files do nothing.
    private static final class NoSync extends AlteredDirectory {
        NoSync(Directory directory) {
            super(directory);
        }

        @Override
        public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
            return new Unsynced(super.open(name, permissions, options));
        }
    }

    /// The same, of the records of reapers.
    private static final class NoSyncOfClaims extends AlteredDirectory {
        NoSyncOfClaims(Directory directory) {
            super(directory);
        }

        @Override
        public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
            OpenFile file = super.open(name, permissions, options);
            boolean isClaim =
                    name.contains(".reap-") && List.of(options).contains(OpenOption.CREATE);
            return isClaim ? new Unsynced(file) : file;
        }
    }

    private static final class Unsynced extends AlteredFile {
        Unsynced(OpenFile file) {
            super(file);
        }

        @Override
        public void sync() {}
    }
}
