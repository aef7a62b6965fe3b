package dev.belay.staging.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.sim.explore.Budget;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Program;
import dev.belay.sim.explore.Scheduler;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.sim.fault.AlteredFile;
import dev.belay.staging.custody.Demand;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Recoveries beside each other, beside the Node program, and beside a program that was left over,
/// in every order of their calls within bounds. Each guard, taken away, is missed.
class RecoverySimulation {
    private static Scheduler<Scene> scheduler() throws IOException {
        return Scheduler.with(Scene::new, Scene::toString)
                .prepare(Scene::prepare)
                .preemptions(1)
                .check(Scene::check);
    }

    private static int kills() {
        return Budget.current().of(0, 1);
    }

    @Test
    void two_recoveries_and_a_late_writer() throws IOException {
        Explored explored =
                scheduler()
                        .kills(kills())
                        .process("a", Scene.belay(Demand.RECOVER))
                        .process("b", Scene.belay(Demand.NONE))
                        .process("w", Scene::write)
                        .explore();

        assertThat(explored.states()).isGreaterThan(100);
        assertThat(Scene.ONE_REMOVER.reached()).isPositive();
        assertThat(Scene.NOTHING_LOST.reached()).isPositive();
        assertThat(Scene.ENDED.reached()).isPositive();
    }

    @Test
    void a_recovery_beside_the_node_program_and_a_late_writer() throws IOException {
        Explored explored =
                scheduler()
                        .kills(kills())
                        .process("a", Scene.belay(Demand.RECOVER))
                        .process("n", Scene::node)
                        .process("w", Scene::write)
                        .explore();

        assertThat(explored.states()).isGreaterThan(100);
    }

    @Test
    void a_recovery_and_the_node_program_of_which_one_is_killed() throws IOException {
        Explored explored =
                scheduler()
                        .preemptions(Budget.current().of(0, 1))
                        .kills(1)
                        .process("a", Scene.belay(Demand.RECOVER))
                        .process("n", Scene::node)
                        .explore();

        assertThat(explored.states()).isGreaterThan(30);
    }

    @Test
    void a_recovery_that_does_not_look_again_is_found_out() throws IOException {
        Scheduler<Scene> scheduler =
                scheduler().kills(0).process("a", Scene.hasty()).process("w", Scene::write);

        assertThatThrownBy(scheduler::explore).hasMessageContaining("after the proof");
    }

    @Test
    void a_recovery_without_the_kernel_lock_is_found_out() throws IOException {
        Scheduler<Scene> scheduler =
                scheduler()
                        .kills(0)
                        .process("a", altered(Unlocked::new, Scene.belay(Demand.RECOVER)))
                        .process("b", altered(Unlocked::new, Scene.belay(Demand.RECOVER)));

        assertThatThrownBy(scheduler::explore).isInstanceOf(AssertionError.class);
    }

    private static Program<Scene> altered(
            UnaryOperator<Directory> alteration, Program<Scene> program) {
        return (process, scene) -> {
            AlteredDirectory.alter(process, alteration);
            program.run(process, scene);
        };
    }

    /// A staging whose kernel lock keeps nobody out.
    private static final class Unlocked extends AlteredDirectory {
        Unlocked(Directory directory) {
            super(directory);
        }

        @Override
        public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
            OpenFile file = super.open(name, permissions, options);
            return name.equals(".") ? new Everybodys(file) : file;
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
        public boolean tryLock() {
            return true;
        }

        @Override
        public boolean lock(Duration limit) {
            return true;
        }
    }
}
