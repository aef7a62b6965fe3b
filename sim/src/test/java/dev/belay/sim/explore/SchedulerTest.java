package dev.belay.sim.explore;

import static dev.belay.sim.explore.Section.data;
import static dev.belay.sim.explore.Section.processes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Small locks and counters: the wrong ones are found out, the right ones pass.
class SchedulerTest {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private static boolean create(Directory data, String name) throws DiskFault {
        try {
            SmallFile.create(data, name, "", false);
            return true;
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.EEXIST) {
                return false;
            }
            throw fault;
        }
    }

    private static void lockByKernel(SimProcess process, Section section) throws IOException {
        try (Directory data = data(process);
                OpenFile gate = data.open("gate", 0, OpenOption.READ)) {
            if (gate.lock(LIMIT)) {
                section.visit(process);
            }
        }
    }

    @Test
    void a_kernel_lock_excludes_and_outlives_kills() throws IOException {
        Explored explored =
                processes(3, SchedulerTest::lockByKernel)
                        .check((process, section) -> {
                            lockByKernel(process, section);
                            assertThat(section.wasEnteredBy("check")).isTrue();
                        })
                        .explore();

        System.out.println("a kernel lock: " + explored + "; " + Section.EXCLUSION);
        assertThat(explored.states()).isGreaterThan(100);
    }

    private static void checkThenAct(SimProcess process, Section section) throws IOException {
        try (Directory data = data(process)) {
            if (data.status("lock").isEmpty()) {
                data.open("lock", 0600, OpenOption.WRITE, OpenOption.CREATE).close();
                section.visit(process);
                SmallFile.removeIfThere(data, "lock");
            }
        }
    }

    @Test
    void finds_a_lock_that_checks_and_then_acts() throws IOException {
        Scheduler<Section> scheduler = processes(2, SchedulerTest::checkThenAct).kills(0);

        assertThatThrownBy(scheduler::explore).hasMessageContaining("never two inside");
    }

    private static void createOrGiveUp(SimProcess process, Section section) throws IOException {
        try (Directory data = data(process)) {
            if (create(data, "lock")) {
                section.visit(process);
                SmallFile.removeIfThere(data, "lock");
            }
        }
    }

    @Test
    void an_exclusive_creation_excludes() throws IOException {
        Explored explored = processes(3, SchedulerTest::createOrGiveUp).explore();

        assertThat(explored.states()).isGreaterThan(20);
    }

    @Test
    void finds_a_lock_that_a_kill_leaves_for_ever() throws IOException {
        Scheduler<Section> scheduler =
                processes(2, SchedulerTest::createOrGiveUp)
                        .check((process, section) -> {
                            createOrGiveUp(process, section);
                            assertThat(section.wasEnteredBy("check")).isTrue();
                        });

        assertThatThrownBy(scheduler::explore).hasMessageContaining("kill ");
    }

    private static void releaseWhatIsNotHeld(SimProcess process, Section section)
            throws IOException {
        try (Directory data = data(process)) {
            try {
                if (create(data, "lock")) {
                    section.visit(process);
                }
            } finally {
                SmallFile.removeIfThere(data, "lock");
            }
        }
    }

    @Test
    void finds_a_lock_released_by_another() throws IOException {
        Scheduler<Section> scheduler = processes(3, SchedulerTest::releaseWhatIsNotHeld).kills(0);

        assertThatThrownBy(scheduler::explore).hasMessageContaining("never two inside");
    }

    private static void takeOverByAge(SimProcess process, Section section) throws IOException {
        try (Directory data = data(process)) {
            for (int i = 0; i < 3; i++) {
                if (create(data, "lock")) {
                    section.visit(process);
                    SmallFile.removeIfThere(data, "lock");
                    return;
                }
                process.world().waiting().pause(LIMIT);
            }
            SmallFile.removeIfThere(data, "lock");
            if (create(data, "lock")) {
                section.visit(process);
                SmallFile.removeIfThere(data, "lock");
            }
        }
    }

    @Test
    void finds_a_lock_that_is_taken_from_an_owner_who_stands_still() throws IOException {
        Scheduler<Section> scheduler = processes(2, SchedulerTest::takeOverByAge).kills(0);

        assertThatThrownBy(scheduler::explore)
                .hasMessageContaining("never two inside")
                .hasMessageContaining("time passes");
    }

    /// The kernel lock of a file that is removed at the end, as of an owner record.
    private static void lockRecord(SimProcess process, Section section, boolean looksAgain)
            throws IOException {
        try (Directory data = data(process)) {
            for (int i = 0; i < 50; i++) {
                try (OpenFile record =
                        data.open("record", 0600, OpenOption.WRITE, OpenOption.CREATE)) {
                    if (!record.lock(LIMIT)) {
                        return;
                    }
                    boolean isStillNamed =
                            data.status("record").filter(record.status()::isSameFile).isPresent();
                    if (isStillNamed || !looksAgain) {
                        section.visit(process);
                        SmallFile.removeIfThere(data, "record");
                        return;
                    }
                } catch (DiskFault fault) {
                    throw new AssertionError(fault);
                }
            }
        }
    }

    @Test
    void finds_a_lock_of_a_file_that_is_no_longer_named() throws IOException {
        Scheduler<Section> scheduler = processes(3, (p, s) -> lockRecord(p, s, false)).kills(0);

        assertThatThrownBy(scheduler::explore).hasMessageContaining("never two inside");
    }

    @Test
    void a_lock_of_a_file_that_is_looked_at_again_excludes() throws IOException {
        Explored explored = processes(3, (p, s) -> lockRecord(p, s, true)).explore();

        System.out.println("a lock of a record: " + explored);
    }

    private static void count(SimProcess process, boolean locks) throws IOException {
        try (Directory data = data(process);
                OpenFile gate = data.open("gate", 0, OpenOption.READ)) {
            if (locks && !gate.lock(LIMIT)) {
                return;
            }
            int number = Integer.parseInt(SmallFile.read(data, "counter"));
            SmallFile.create(data, "new-" + process.name(), String.valueOf(number + 1), true);
            data.rename("new-" + process.name(), data, "counter");
        }
    }

    private static Scheduler<Section> counting(boolean locks) throws IOException {
        return processes(2, (process, _) -> count(process, locks))
                .kills(0)
                .check((process, _) -> {
                    try (Directory data = data(process)) {
                        assertThat(SmallFile.read(data, "counter")).isEqualTo("2");
                    }
                });
    }

    @Test
    void finds_a_lost_update() throws IOException {
        assertThatThrownBy(counting(false)::explore).hasMessageContaining("but was: \"1\"");
    }

    @Test
    void no_update_is_lost_under_a_lock_unless_an_owner_stands_still() throws IOException {
        assertThatThrownBy(counting(true)::explore).hasMessageContaining("time passes");
        counting(true).preemptions(1).explore();
    }

    @Test
    void finds_readers_of_half_a_write() throws IOException {
        Scheduler<Section> scheduler =
                processes(0, (_, _) -> {})
                        .process(
                                "writer",
                                (process, _) -> {
                                    try (Directory data = data(process)) {
                                        SmallFile.create(data, "record", "whole", false);
                                    }
                                })
                        .process(
                                "reader",
                                (process, _) -> {
                                    try (Directory data = data(process)) {
                                        assertThat(SmallFile.read(data, "record"))
                                                .isIn("none", "", "whole");
                                    }
                                });

        assertThatThrownBy(scheduler::explore).hasMessageContaining("\"who\"");
    }
}
