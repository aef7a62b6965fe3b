package dev.belay.connector.ownership;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Program;
import dev.belay.sim.explore.Scheduler;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.sim.fault.AlteredFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Each guard of the protocol, taken away from the real code, is missed by the explorers.
class OwnershipVariantsTest {
    @Test
    void an_owner_without_the_kernel_lock_of_the_binding_is_found_out() throws IOException {
        Scheduler<Business> scheduler =
                scheduler()
                        .process("a", altered(Unlocked::new, Business.run()))
                        .process("b", altered(Unlocked::new, Business.run()))
                        .process("hand", Business.hand());

        assertThatThrownBy(scheduler::explore).hasMessageContaining("never two owners");
    }

    @Test
    void a_lock_without_the_directory_in_the_way_of_node_is_found_out() throws IOException {
        Scheduler<Business> scheduler =
                scheduler()
                        .preemptions(3)
                        .kills(0)
                        .process("n", Business.nodeRun())
                        .process("a", altered(Unguarded::new, Business.service()));

        assertThatThrownBy(scheduler::explore).hasMessageContaining("never ");
    }

    @Test
    void a_claim_that_does_not_look_for_stop_after_it_is_published_is_found_out()
            throws IOException {
        Scheduler<Business> scheduler =
                scheduler()
                        .process("a", altered(Hasty::new, Business.run()))
                        .process("s", Business.stop());

        assertThatThrownBy(scheduler::explore)
                .hasMessageContaining("never a claim after a confirmed brake");
    }

    @Test
    void a_stop_that_does_not_look_for_those_who_clear_is_found_out() throws IOException {
        Scheduler<Business> scheduler =
                OwnershipSimulation.scheduler(OwnershipSimulation::prepareProcessingStop)
                        .process("n", Business.nodeUnhold())
                        .process("s", altered(Careless::new, Business.stop()))
                        .check(Business::check);

        assertThatThrownBy(scheduler::explore)
                .hasMessageContaining("never a confirmed brake removed");
    }

    @Test
    void a_recover_that_does_not_look_at_the_stop_it_moved_is_found_out() throws IOException {
        Scheduler<Business> scheduler =
                OwnershipSimulation.scheduler(Bindings::deadNodeLock)
                        .preemptions(2)
                        .kills(0)
                        .process("r", altered(Forgetful::new, Business.recover()))
                        .process("s", Business.stop())
                        .check(Business::check);

        assertThatThrownBy(scheduler::explore)
                .hasMessageContaining("never a confirmed brake removed");
    }

    @Test
    void a_lock_whose_removal_is_not_durable_before_it_is_emptied_is_found_out()
            throws IOException {
        CrashExplorer<Object> explorer = crashes(Volatile::new);

        assertThatThrownBy(explorer::explore).hasMessageContaining(".stop.lock");
    }

    @Test
    void a_stop_lock_of_the_dead_that_is_not_taken_over_is_found_out() throws IOException {
        CrashExplorer<Object> explorer = crashes(Reluctant::new);

        assertThatThrownBy(explorer::explore).hasMessageContaining(".stop.lock");
    }

    private static Scheduler<Business> scheduler() throws IOException {
        return OwnershipSimulation.scheduler(Bindings::prepareEmpty).check(Business::check);
    }

    /// Clears a brake, crashes, and clears it again.
    private static CrashExplorer<Object> crashes(UnaryOperator<Directory> alteration)
            throws IOException {
        return CrashExplorer.alone()
                .prepare(host -> {
                    Bindings.prepare(host);
                    Bindings.stop(host.start("operator")).add("maintenance");
                })
                .run((process, around) -> {
                    AlteredDirectory.alter(process, alteration);
                    OwnershipCrashTest.clear(process);
                })
                .restart((process, around) -> {
                    AlteredDirectory.alter(process, alteration);
                    Bindings.stop(process).add("maintenance");
                    OwnershipCrashTest.clear(process);
                });
    }

    private static Program<Business> altered(
            UnaryOperator<Directory> alteration, Program<Business> program) {
        return (process, business) -> {
            AlteredDirectory.alter(process, alteration);
            program.run(process, business);
        };
    }

    /// A binding that cannot be kernel-locked.
    private static final class Unlocked extends AlteredDirectory {
        Unlocked(Directory directory) {
            super(directory);
        }

        @Override
        public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
            OpenFile file = super.open(name, permissions, options);
            return name.equals(".") ? new WithoutLock(file) : file;
        }
    }

    private static final class WithoutLock extends AlteredFile {
        WithoutLock(OpenFile file) {
            super(file);
        }

        @Override
        public boolean tryLock() throws DiskFault {
            throw new DiskFault("flock", label(), Errno.EOPNOTSUPP);
        }

        @Override
        public boolean lock(Duration limit) throws DiskFault {
            throw new DiskFault("flock", label(), Errno.EOPNOTSUPP);
        }
    }

    /// Makes no directory inside of a lock.
    private static final class Unguarded extends AlteredDirectory {
        Unguarded(Directory directory) {
            super(directory);
        }

        @Override
        public Directory openDirectory(String name) throws DiskFault {
            return new Unguarded(super.openDirectory(name));
        }

        @Override
        public void makeDirectory(String name, int permissions) throws DiskFault {
            if (!name.equals(RunLockFile.RUN.guard())) {
                super.makeDirectory(name, permissions);
            }
        }
    }

    /// Sees no STOP once it has published a lock.
    private static final class Hasty extends AlteredDirectory {
        private boolean isPublished;

        Hasty(Directory directory) {
            super(directory);
        }

        @Override
        public void renameNoReplace(String from, Directory target, String to) throws DiskFault {
            super.renameNoReplace(from, target, to);
            isPublished |= to.equals("run.lock");
        }

        @Override
        public Optional<FileStatus> status(String name) throws DiskFault {
            return isPublished && name.equals(BindingStop.NAME)
                    ? Optional.empty()
                    : super.status(name);
        }
    }

    /// Never sees `.stop.lock`.
    private static final class Careless extends AlteredDirectory {
        Careless(Directory directory) {
            super(directory);
        }

        @Override
        public Optional<FileStatus> status(String name) throws DiskFault {
            return name.equals(StopLock.NAME) ? Optional.empty() : super.status(name);
        }
    }

    /// Removes a STOP that it should put back.
    private static final class Forgetful extends AlteredDirectory {
        Forgetful(Directory directory) {
            super(directory);
        }

        @Override
        public void renameNoReplace(String from, Directory target, String to) throws DiskFault {
            if (from.startsWith(".STOP.cleared-")) {
                unlink(from);
            } else {
                super.renameNoReplace(from, target, to);
            }
        }
    }

    /// Never syncs names.
    private static final class Volatile extends AlteredDirectory {
        Volatile(Directory directory) {
            super(directory);
        }

        @Override
        public void sync() {}
    }

    /// Takes every `.stop.lock` for a live one.
    private static final class Reluctant extends AlteredDirectory {
        Reluctant(Directory directory) {
            super(directory);
        }

        @Override
        public Directory openDirectory(String name) throws DiskFault {
            if (name.equals(StopLock.NAME)) {
                throw new DiskFault("open", label(name), Errno.ENOTDIR);
            }
            return super.openDirectory(name);
        }
    }
}
