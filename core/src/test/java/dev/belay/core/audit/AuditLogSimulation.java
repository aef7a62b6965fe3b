package dev.belay.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.file.Disks;
import dev.belay.sim.explore.Budget;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Program;
import dev.belay.sim.explore.Scheduler;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Releases by several processes under every schedule, with kills and power cuts.
class AuditLogSimulation {
    @Test
    void every_release_of_every_process_is_recorded() throws IOException {
        report(
                "two processes and a reader",
                scheduler()
                        .process("a", releasing("a"))
                        .process("x", releasing("x"))
                        .process(
                                "reader",
                                (process, _) ->
                                        assertThat(Audits.log(process).verify())
                                                .isInstanceOf(AuditVerification.Intact.class))
                        .preemptions(Budget.current().of(1, 2))
                        .kills(Budget.current().of(0, 1))
                        .explore());
    }

    @Test
    void no_power_cut_takes_a_record_or_looks_like_tampering() throws IOException {
        report(
                "two processes, power cuts",
                scheduler()
                        .process("a", releasing("a"))
                        .process("x", releasing("x"))
                        .preemptions(Budget.current().of(0, 1))
                        .kills(Budget.current().of(0, 1))
                        .afterCut((process, released) -> {
                            released.check(process);
                            released.append(Audits.log(process), "z");
                            released.check(process);
                        })
                        .explore());
    }

    private static Program<Released> releasing(String... subjects) {
        return (process, released) -> {
            AuditLog log = Audits.log(process);
            for (String subject : subjects) {
                released.appendOrYield(log, subject);
            }
        };
    }

    private static Scheduler<Released> scheduler() throws IOException {
        return Scheduler.with(Released::new, Released::toString)
                .prepare(host -> host.disk().makeDirectories(Disks.DATA).close())
                .check((process, released) -> {
                    released.check(process);
                    released.append(Audits.log(process), "last");
                    released.check(process);
                });
    }

    private static void report(String what, Explored explored) {
        System.out.println("AuditLog, " + what + ": " + explored);
        assertThat(explored.states()).isGreaterThan(50);
    }
}
