package dev.belay.connector.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A STOP that a process moved away, and was killed before it put it back.
class MovedStopTest {
    private static final String MOVED = ".STOP.cleared-" + Bindings.GENERATION;

    private SimHost host;
    private SimProcess process;

    @BeforeEach
    void leaveOne() throws IOException {
        host = Bindings.host();
        process = host.start("start");
        Bindings.put(
                host,
                MOVED,
                "{\"at\":\"2026-01-01T00:00:00.000Z\",\"reason\":\"the confirmed one\"}\n");
    }

    private void assertBraked() {
        Bindings.assertRefused(
                () -> Bindings.lock(process).claim(), ErrorCode.BRAKED, ExitCode.HELD);
    }

    @Test
    void brakes_the_next_start() throws IOException {
        assertBraked();

        assertThat(Bindings.text(host, "STOP")).contains("the confirmed one");
        assertThat(Bindings.names(host)).doesNotContain(MOVED);
    }

    @Test
    void is_added_to_one_that_was_set_meanwhile() throws IOException {
        Bindings.stop(process).add("another");

        assertBraked();

        assertThat(Bindings.text(host, "STOP")).contains("the confirmed one", "another");
        assertThat(Bindings.names(host)).doesNotContain(MOVED);
    }
}
