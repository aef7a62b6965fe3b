package dev.belay.proof.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.json.JsonObject;
import dev.belay.proof.program.Ran;
import dev.belay.proof.program.ShiftedClock;
import dev.belay.simulators.Computer;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The wall clock is set back, or forward, between two commands.
class ClockTest {
    private static final Supplier<World> YESTERDAY = world(Duration.ofDays(-1));
    private static final Supplier<World> BEFORE_TIME = world(Duration.ofDays(-365 * 80));
    private static final Supplier<World> TOMORROW = world(Duration.ofHours(25));

    private static final int LOOKS_MAX = 10;

    @TempDir private Path scratch;
    private Premises premises;
    private Computer computer;

    @BeforeEach
    void open() throws IOException {
        premises = new Premises(scratch);
        computer = premises.boat().add("web");
    }

    @AfterEach
    void close() {
        premises.close();
    }

    @Test
    void a_deletion_goes_on_after_the_clock_was_set_back() throws Exception {
        premises.boat().progress("pending", "pending", "processing", "processing", "completed");
        Ran asked = premises.belay(Premises.request(computer, "--no-wait"));
        assertThat(asked.exit()).as(asked.toString()).isEqualTo(4);
        long updated = updatedAt();

        assertThat(premises.consoleIn(YESTERDAY, "deletion", "list").out())
                .contains("in the future");
        Ran gone = follow(YESTERDAY);
        for (int look = 0; look < LOOKS_MAX && gone.exit() == 4; look++) {
            assertThat(updatedAt()).isGreaterThanOrEqualTo(updated);
            gone = follow(YESTERDAY);
        }

        assertThat(gone.exit()).as(gone.toString()).isZero();
        assertThat(premises.custody().isReleased(computer.id())).isTrue();
        assertThat(premises.boat().deletes()).hasSize(1);
    }

    @Test
    void the_audit_stays_whole_whatever_times_its_lines_carry() throws Exception {
        for (Supplier<World> world : List.of(TOMORROW, YESTERDAY, TOMORROW)) {
            Computer next = premises.boat().add("web");
            Ran gone = premises.consoleIn(world, Premises.request(next, "--wait", "30s"));
            assertThat(gone.exit()).as(gone.toString()).isZero();
        }

        Ran verified = premises.belay("audit", "verify");
        assertThat(verified.exit()).as(verified.toString()).isZero();
        assertThat(verified.out()).startsWith("Intact: 3 lines");
        assertThat(premises.console("doctor").out()).isEqualTo("All is well.\n");
    }

    @Test
    void a_budget_is_not_had_twice_by_setting_the_clock_back() throws Exception {
        premises.environment().put("BELAY_DELETION_MAXPERDAY", "1");
        assertThat(premises.belay(Premises.request(computer, "--no-wait")).exit()).isEqualTo(4);

        Ran refused = premises.consoleIn(YESTERDAY, premises.request("--no-wait"));
        assertThat(refused.exit()).as(refused.toString()).isEqualTo(1);
        assertThat(refused.err()).contains("(BLY-0046)");
        assertThat(premises.boat().deletes()).hasSize(1);

        assertThat(premises.consoleIn(TOMORROW, premises.request("--no-wait")).exit()).isEqualTo(4);
    }

    @Test
    void a_clock_from_before_all_time_is_refused_and_nothing_is_sent() throws Exception {
        Ran refused = premises.consoleIn(BEFORE_TIME, Premises.request(computer, "--no-wait"));

        assertThat(refused.exit()).as(refused.toString()).isEqualTo(1);
        assertThat(refused.err()).contains("set the clock of this machine");
        assertThat(premises.boat().deletes()).isEmpty();
        assertThat(premises.belay(Premises.request(computer, "--no-wait")).exit()).isEqualTo(4);
    }

    private Ran follow(Supplier<World> world) {
        return premises.consoleIn(world, "deletion", "follow", computer.id(), "--no-wait");
    }

    private long updatedAt() throws IOException {
        Map<String, JsonObject> records = premises.custody().records();
        return Objects.requireNonNull(records.get(computer.id()))
                .safeInteger("updatedAt")
                .orElseThrow();
    }

    private static Supplier<World> world(Duration shift) {
        return () -> ShiftedClock.world(shift);
    }
}
