package dev.belay.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.file.Disks;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Program;
import dev.belay.sim.explore.Scheduler;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Writers of several processes under every schedule, with kills and power cuts.
class AppendLogSimulation {
    @Test
    void writers_of_several_processes_lose_nothing_that_was_reported() throws IOException {
        report(
                "two writers, kills",
                scheduler()
                        .process("a", writer("a", "b"))
                        .process("x", writer("x", "y"))
                        .explore());
    }

    @Test
    void a_power_cut_loses_nothing_that_was_reported_to_any_of_them() throws IOException {
        report(
                "two writers, power cuts",
                scheduler()
                        .process("a", writer("a"))
                        .process("x", writer("x"))
                        .preemptions(1)
                        .afterCut((process, told) -> {
                            told.checkUnordered(process);
                            told.append(Logs.log(process), "z");
                            told.checkUnordered(process);
                        })
                        .explore());
    }

    private static Program<Told> writer(String... words) {
        return (process, told) -> {
            AppendLog log = Logs.log(process);
            for (String word : words) {
                told.appendOrYield(log, word);
            }
        };
    }

    private static Scheduler<Told> scheduler() throws IOException {
        return Scheduler.with(Told::new, Told::toString)
                .prepare(host -> host.disk().makeDirectories(Disks.DATA).close())
                .check((process, told) -> {
                    told.append(Logs.log(process), "last");
                    told.checkUnordered(process);
                });
    }

    private static void report(String what, Explored explored) {
        System.out.println("AppendLog, " + what + ": " + explored);
        assertThat(explored.states()).isGreaterThan(100);
    }
}
