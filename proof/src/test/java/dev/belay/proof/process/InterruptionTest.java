package dev.belay.proof.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.json.JsonObject;
import dev.belay.proof.program.Programs;
import dev.belay.proof.program.Ran;
import dev.belay.proof.program.Signal;
import dev.belay.simulators.Computer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Ctrl-C, and the polite request to end, while a deletion is followed.
class InterruptionTest {
    private static final int POLLS_MAX = 60_000;
    private static final long POLL_NANOSECONDS = 1_000_000;
    private static final int LOOKS_MAX = 20;

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

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void an_interruption_leaves_the_fence_and_says_so(Signal signal, int exit) throws Exception {
        premises.boat()
                .progress("pending", "pending", "pending", "pending", "pending", "completed");

        Ran interrupted = interrupt(signal, () -> status().equals("pending"));

        assertThat(interrupted.exit()).as(interrupted.toString()).isEqualTo(exit);
        assertThat(interrupted.out()).isEmpty();
        assertThat(interrupted.err())
                .isEqualTo(
                        """
                        belay: interrupted; every fence that was set stays
                          go on with `belay deletion follow %s`
                        """
                                .formatted(computer.id()));
        assertThat(status()).isEqualTo("pending");
        assertThat(premises.custody().lock()).isEmpty();
        assertThat(premises.belay("deletion", "follow", computer.id(), "--no-wait").exit())
                .isEqualTo(4);
        assertThat(followToItsEnd()).isZero();
        assertThat(premises.custody().isReleased(computer.id())).isTrue();
        assertThat(premises.boat().deletes()).hasSize(1);
    }

    @Test
    void an_interruption_before_the_answer_leaves_the_intent() throws Exception {
        premises.boat().fail("DELETE /sandboxes/* latency=2s");

        Ran interrupted = interrupt(Signal.INT, () -> requests("DELETE") == 1);

        assertThat(interrupted.exit()).as(interrupted.toString()).isEqualTo(130);
        assertThat(interrupted.err()).contains("every fence that was set stays");
        assertThat(status()).isEqualTo("prepared");
        Ran again = premises.belay(Premises.request(computer, "--wait", "30s"));
        assertThat(again.exit()).as(again.toString()).isZero();
        assertThat(premises.custody().isReleased(computer.id())).isTrue();
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    /// Starts to delete the computer, and sends `signal` in that moment.
    private Ran interrupt(Signal signal, Condition moment) throws Exception {
        Path out = scratch.resolve("out");
        Path err = scratch.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(Programs.belay(Premises.request(computer, "--wait", "50s")));
        builder.environment().putAll(premises.environment());
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        Process process = builder.start();
        try {
            for (int poll = 0; poll < POLLS_MAX && !moment.holds(); poll++) {
                LockSupport.parkNanos(POLL_NANOSECONDS);
            }
            signal.send(process.pid());
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private String status() throws IOException {
        JsonObject record = premises.custody().records().get(computer.id());
        return record == null
                ? "none"
                : record.string("status").or(() -> record.string("phase")).orElse("");
    }

    private int requests(String method) {
        return premises.boat().requests(method, "/sandboxes/" + computer.id());
    }

    private int followToItsEnd() {
        int exit = 4;
        for (int look = 0; look < LOOKS_MAX && exit == 4; look++) {
            exit = premises.console("deletion", "follow", computer.id(), "--no-wait").exit();
        }
        return exit;
    }
}
