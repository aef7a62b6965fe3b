package dev.belay.proof.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Carelessness;
import dev.belay.proof.program.Console;
import dev.belay.proof.program.Custody;
import dev.belay.proof.program.Effort;
import dev.belay.proof.program.Programs;
import dev.belay.proof.program.Ran;
import dev.belay.proof.program.WarmStart;
import dev.belay.simulators.Computer;
import dev.belay.simulators.DeleteSeen;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Kill -9 of real programs.
class KillTest {
    private static final int KILLS = Effort.of(50, 1_000);
    private static final int KILLS_OF_CARELESS_MAX = 30;
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(60);
    private static final int ROUNDS_MAX = 10;

    @TempDir private static Path warm;
    private static WarmStart start;

    @TempDir private Path scratch;

    @BeforeAll
    static void rehearse() throws IOException {
        start = Spares.rehearse(warm);
    }

    @Test
    void custody_survives_every_kill() throws Exception {
        long started = System.nanoTime();
        try (Ordeal ordeal = new Ordeal(scratch, start, Carelessness.NONE, Effort.seed(1))) {
            ordeal.run(KILLS, "");
            ordeal.finish();
            System.out.printf(
                    "kills: %s; %d DELETEs; %d s%n",
                    ordeal,
                    ordeal.boat().deletes().size(),
                    Duration.ofNanos(System.nanoTime() - started).toSeconds());

            assertThat(ordeal.complaints()).isEmpty();
            assertThat(ordeal.killedWithLock()).isGreaterThanOrEqualTo(KILLS / 5);
            assertThat(ordeal.killedInAnswer()).isGreaterThanOrEqualTo(KILLS / 5);
            assertThat(ordeal.boat().deletes()).hasSizeGreaterThan(KILLS);
            checkThatNothingWasSentUnasked(ordeal);
            checkThatFreshProgramsFinishTheWork(ordeal);
            checkThatNothingIsForgotten(ordeal);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "WRITES_LATE, a DELETE arrived without a record",
        "AUDITS_ELSEWHERE, left without a line of the audit",
        "LOCKS_NOTHING, a record",
        "KEEPS_DEAD_LOCKS, (BLY-0012)",
    })
    void a_careless_program_is_found_out(Carelessness carelessness, String complaint)
            throws Exception {
        try (Ordeal ordeal = new Ordeal(scratch, start, carelessness, Effort.seed(1))) {
            ordeal.run(KILLS_OF_CARELESS_MAX, complaint);

            assertThat(ordeal.complaints()).anyMatch(each -> each.contains(complaint));
        }
    }

    /// Each DELETE answers to one request or retry, and none is sent again by itself.
    private static void checkThatNothingWasSentUnasked(Ordeal ordeal) {
        Map<String, Integer> sent = new HashMap<>();
        ordeal.boat().deletes().forEach(seen -> sent.merge(seen.target(), 1, Integer::sum));
        sent.forEach((id, times) ->
                assertThat(times)
                        .as("times that " + id + " was sent")
                        .isLessThanOrEqualTo(ordeal.work().asked(id)));
    }

    private static void checkThatFreshProgramsFinishTheWork(Ordeal ordeal) throws Exception {
        Custody custody = ordeal.custody();
        Map<String, String> environment = ordeal.environment();
        Ran first =
                Ran.of(
                        Programs.belay("deletion", "follow", "--all", "--wait", "1s"),
                        environment,
                        COMMAND_LIMIT);
        assertThat(first.exit()).as(first.toString()).isIn(0, 1, 4);
        for (int round = 0; round < ROUNDS_MAX && !custody.records().isEmpty(); round++) {
            for (String box : List.copyOf(custody.records().keySet())) {
                Ran retried = Console.run(environment, "deletion", "retry", box, "--wait", "1s");
                assertThat(retried.exit()).as(retried.toString()).isIn(0, 1, 4);
            }
        }

        assertThat(custody.records()).isEmpty();
        Ran doctor = Ran.of(Programs.belay("doctor"), environment, COMMAND_LIMIT);
        assertThat(doctor.out()).as(doctor.toString()).isEqualTo("All is well.\n");
        Ran verified = Ran.of(Programs.belay("audit", "verify"), environment, COMMAND_LIMIT);
        assertThat(verified.exit()).as(verified.toString()).isZero();
        assertThat(custody.names())
                .as("names that a killed program left behind")
                .noneMatch(name -> name.contains(".lock") || name.contains(".tmp"));
    }

    /// Whatever was asked of the provider or reported to a user was released on the record, and
    /// what was released is gone.
    private static void checkThatNothingIsForgotten(Ordeal ordeal) throws IOException {
        Set<String> released = ordeal.custody().released();
        assertThat(released).containsAll(ordeal.work().acknowledged());
        assertThat(released)
                .containsAll(ordeal.boat().deletes().stream().map(DeleteSeen::target).toList());
        for (Computer computer : ordeal.boat().computers()) {
            if (released.contains(computer.id())) {
                assertThat(computer.state()).as(computer.id()).isEqualTo("cancelled");
            }
        }
    }
}
