package dev.belay.core.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Budget;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Preparation;
import dev.belay.sim.explore.Program;
import dev.belay.sim.explore.Scheduler;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.system.Directory;
import dev.belay.system.Processes;
import java.io.IOException;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The lock under every schedule of several processes, with kills.
class LinkLockSimulation {
    private static final Pattern CANDIDATE = Pattern.compile("box\\.lock.*\\.candidate-(\\d+)-.*");

    @Test
    void three_belay_processes_exclude_each_other() throws IOException {
        explore(
                "three Belay",
                scheduler(LockWorld::prepare)
                        .process("a", Section.belay())
                        .process("b", Section.belay())
                        .process("c", Section.belay()));
    }

    @Test
    void belay_processes_exclude_each_other_across_containers_and_reused_numbers()
            throws IOException {
        explore(
                "two Belay in two containers",
                scheduler(LockWorld::prepare)
                        .process("a", Section.belay())
                        .process("b", LockWorld.CONTAINER, Section.belay())
                        .reusingPids()
                        .kills(2));
    }

    @Test
    void belay_and_node_exclude_each_other() throws IOException {
        explore(
                "two Belay, one Node",
                scheduler(LockWorld::prepare)
                        .process("a", Section.belay())
                        .process("b", Section.belay())
                        .process("n", Section.node())
                        .preemptions(Budget.current().of(1, 2)));
    }

    @Test
    void belay_and_node_remove_a_dead_lock_one_at_a_time() throws IOException {
        explore(
                "two Belay, one Node, and a dead lock",
                scheduler(LinkLockSimulation::prepareDeadLock)
                        .process("a", Section.belay())
                        .process("n", Section.node())
                        .process("b", Section.belay())
                        .preemptions(Budget.current().of(1, 2)));
    }

    @Test
    void the_files_own_locks_suffice_without_the_gate() throws IOException {
        explore(
                "three Belay without the gate, and a dead lock",
                scheduler(LinkLockSimulation::prepareDeadLock)
                        .process("a", altered(Unlockable::itself))
                        .process("b", altered(Unlockable::itself))
                        .process("c", altered(Unlockable::itself))
                        .preemptions(1)
                        .kills(Budget.current().of(1, 2)));
    }

    @Test
    void identities_suffice_without_kernel_locks() throws IOException {
        explore(
                "three Belay without kernel locks, and a dead lock",
                scheduler(LinkLockSimulation::prepareDeadLock)
                        .process("a", altered(Unlockable::entirely))
                        .process("b", altered(Unlockable::entirely))
                        .process("c", altered(Unlockable::entirely))
                        .preemptions(1)
                        .kills(Budget.current().of(1, 2)));
    }

    private static void prepareDeadLock(SimHost host) throws IOException {
        LockWorld.prepare(host);
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(LockWorld.NOBODY));
    }

    private static Program<Section> altered(UnaryOperator<Directory> alteration) {
        return (process, section) -> {
            AlteredDirectory.alter(process, alteration);
            Section.belay().run(process, section);
        };
    }

    private static Scheduler<Section> scheduler(Preparation preparation) throws IOException {
        return Scheduler.with(Section::new, Section::toString).prepare(preparation);
    }

    private static void explore(String what, Scheduler<Section> scheduler) {
        Explored explored = scheduler.check(LinkLockSimulation::check).explore();

        System.out.println(what + ": " + explored + "; " + Section.ONE_HOLDER);
        assertThat(explored.states()).isGreaterThan(100);
    }

    /// Whatever happened, the next one gets in, and leaves a clean directory.
    ///
    /// A candidate that was cut off before it told anything of its process stays, if its number
    /// lives again.
    private static void check(SimProcess process, Section section) throws IOException {
        Section.belay().run(process, section);
        assertThat(section.wasEnteredBy(process.name())).isTrue();
        for (String name : LockWorld.names(process.host())) {
            Matcher candidate = CANDIDATE.matcher(name);
            assertThat(candidate.matches()).as(name).isTrue();
            assertThat(LockWorld.text(process.host(), name)).doesNotEndWith("\n");
            assertThat(process.world().processes().presence(Long.parseLong(candidate.group(1))))
                    .isEqualTo(Processes.Presence.PRESENT);
        }
    }
}
