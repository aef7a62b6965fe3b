package dev.belay.staging.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Budget;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.explore.Program;
import dev.belay.sim.explore.Scheduler;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.sim.fault.AlteredFile;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.custody.Receipts;
import dev.belay.staging.life.ClaimsWord;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Two runs of one repository beside an eviction and whoever recovers copies, in every order of
/// their calls within bounds.
class MirrorSimulation {
    private static final Invariant ALONE = new Invariant("one run uses a copy at a time");
    private static final Invariant THERE = new Invariant("a copy that a run uses is there");

    private static final Duration LONGER_THAN_IS_WAITED = Patience.WAIT_MAX.multipliedBy(2);

    /// Who is in which copy.
    private static final class Scene {
        private final Map<StagingId, String> users =
                new TreeMap<>((a, b) -> a.value().compareTo(b.value()));
        private int runs;

        @Override
        public String toString() {
            return users + " " + runs;
        }
    }

    private static void prepare(SimHost host) throws IOException {
        Runs.prepare(host);
        Runs.run(host.start("first"));
    }

    private static void run(SimProcess process, Scene scene) throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            if (!(Runs.take(process, root, Runs.REPOSITORY.toString()) instanceof Taken taken)) {
                return; // It is waited for, and then a copy of its own is used.
            }
            try (taken) {
                StagingId id = taken.staging().id();
                String other = scene.users.put(id, process.name());
                ALONE.check(other == null, () -> other + " is in it");
                Runs.fill(taken);
                taken.staging().admitted(new ClaimsWord.NotGiven(), List.of());
                process.world().waiting().pause(LONGER_THAN_IS_WAITED); // What a command takes.
                THERE.check(isThere(root, id), () -> id + " is gone");
                taken.staging().settled(List.of());
                taken.staging().preserved(Roots.noOutputs());
                scene.users.remove(id);
                scene.runs++;
                assertThat(taken.finish().isHandedOver()).isTrue();
            }
        }
    }

    private static boolean isThere(SyncRoot root, StagingId id) throws IOException {
        return root.directory().status(id.directory()).isPresent();
    }

    private static void evict(SimProcess process, Scene scene) throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            Runs.retention(process, root, new ArrayList<>()).evictIdle();
        } catch (Refusal busy) {
            // Who is choosing a slot was waited for.
        }
    }

    /// What keeps runs away while a recovery has the mirror.
    private static void recover(SimProcess process, Scene scene) throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            for (String name : Roots.names(root.directory())) {
                Optional<StagingId> id = StagingId.ofDirectory(name);
                if (id.isPresent()) {
                    recover(root, id.get());
                }
            }
        }
    }

    private static void recover(SyncRoot root, StagingId id) throws IOException {
        try (SlotGuard guard = SlotGuard.of(root, id, Demand.NONE)) {
            if (isIdle(root, id)) {
                root.remove(id);
                guard.removeSlot();
            }
        } catch (Refusal busy) {
            // A run has it.
        }
    }

    private static boolean isIdle(SyncRoot root, StagingId id) throws IOException {
        if (!isThere(root, id)) {
            return false;
        }
        try (Directory staging = root.directory().openDirectory(id.directory())) {
            return Receipts.read(staging, id).filter(Receipt::isIdleMirror).isPresent();
        }
    }

    private static void check(SimProcess process, Scene scene) throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            root.finishRemovals();
            assertThat(Runs.take(process, root, Runs.REPOSITORY.toString()))
                    .isInstanceOf(Taken.class);
        }
    }

    private static Scheduler<Scene> scheduler() throws IOException {
        return Scheduler.with(Scene::new, Scene::toString)
                .prepare(MirrorSimulation::prepare)
                .preemptions(1)
                .kills(Budget.current().of(0, 1))
                .check(MirrorSimulation::check);
    }

    @Test
    void two_runs_beside_an_eviction() throws IOException {
        Explored explored =
                scheduler()
                        .process("a", MirrorSimulation::run)
                        .process("b", MirrorSimulation::run)
                        .process("e", MirrorSimulation::evict)
                        .explore();

        assertThat(explored.states()).isGreaterThan(100);
        assertThat(ALONE.reached()).isPositive();
        assertThat(THERE.reached()).isPositive();
    }

    @Test
    void a_run_beside_a_recovery() throws IOException {
        Explored explored =
                scheduler()
                        .process("a", MirrorSimulation::run)
                        .process("r", MirrorSimulation::recover)
                        .explore();

        assertThat(explored.states()).isGreaterThan(100);
    }

    /// All that may happen to a mirror at once. Where one waits or ends, any other goes on.
    @Test
    void two_runs_beside_a_recovery_and_an_eviction() throws IOException {
        Explored explored =
                scheduler()
                        .preemptions(Budget.current().of(0, 1))
                        .kills(1)
                        .process("a", MirrorSimulation::run)
                        .process("b", MirrorSimulation::run)
                        .process("r", MirrorSimulation::recover)
                        .process("e", MirrorSimulation::evict)
                        .explore();

        assertThat(explored.states()).isGreaterThan(100);
        assertThat(ALONE.reached()).isPositive();
        assertThat(THERE.reached()).isPositive();
    }

    @Test
    void runs_without_the_lock_of_a_slot_are_found_out() throws IOException {
        Scheduler<Scene> scheduler =
                scheduler()
                        .kills(0)
                        .process("a", unlocked(MirrorSimulation::run))
                        .process("b", unlocked(MirrorSimulation::run));

        assertThatThrownBy(scheduler::explore).isInstanceOf(AssertionError.class);
    }

    private static Program<Scene> unlocked(Program<Scene> program) {
        return (process, scene) -> {
            AlteredDirectory.alter(process, Unlocked::new);
            program.run(process, scene);
        };
    }

    /// A directory in which the locks of files keep nobody out.
    private static final class Unlocked extends AlteredDirectory {
        Unlocked(Directory directory) {
            super(directory);
        }

        @Override
        public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
            return new Everybodys(super.open(name, permissions, options));
        }

        @Override
        public Directory openDirectory(String name) throws DiskFault {
            return new Unlocked(super.openDirectory(name));
        }
    }

    private static final class Everybodys extends AlteredFile {
        Everybodys(OpenFile file) {
            super(file);
        }

        @Override
        public boolean tryLockRange(long start, long length) {
            return true;
        }
    }
}
