package dev.belay.simulators;

import dev.belay.simulators.fault.Fault;
import java.time.Duration;
import java.util.List;

/// How a [FakeBoat] begins.
///
/// @param port 0 for any that is free
/// @param computers how many there are at first: `web-1`, `web-2`, …
/// @param step how long a deletion stays at each word of `progress`; zero for one look each
/// @param progress what the status of a new deletion is, one after the other
/// @param listLag how long the list goes on as if nothing had changed
/// @param faults what goes wrong from the start
public record FakeBoatOptions(
        int port,
        int computers,
        Duration step,
        List<String> progress,
        Duration listLag,
        List<Fault> faults) {
    /// Any free port, three computers, a deletion that goes on with each look, and no fault.
    public static final FakeBoatOptions USUAL =
            new FakeBoatOptions(
                    0,
                    3,
                    Duration.ZERO,
                    List.of("pending", "processing", "completed"),
                    Duration.ZERO,
                    List.of());

    private static final int PORT_MAX = 65_535;
    private static final int COMPUTERS_MAX = 100_000;

    public FakeBoatOptions {
        progress = List.copyOf(progress);
        faults = List.copyOf(faults);
        if (port < 0 || port > PORT_MAX) {
            throw new IllegalArgumentException("a port is 0 to 65535");
        }
        if (computers < 0 || computers > COMPUTERS_MAX) {
            throw new IllegalArgumentException("there are 0 to 100000 computers");
        }
        if (step.isNegative() || listLag.isNegative()) {
            throw new IllegalArgumentException("no time is negative");
        }
        if (progress.isEmpty()) {
            throw new IllegalArgumentException("a deletion has at least one status");
        }
    }

    public FakeBoatOptions withPort(int value) {
        return new FakeBoatOptions(value, computers, step, progress, listLag, faults);
    }

    public FakeBoatOptions withComputers(int value) {
        return new FakeBoatOptions(port, value, step, progress, listLag, faults);
    }

    public FakeBoatOptions withStep(Duration value) {
        return new FakeBoatOptions(port, computers, value, progress, listLag, faults);
    }

    public FakeBoatOptions withProgress(String... words) {
        return new FakeBoatOptions(port, computers, step, List.of(words), listLag, faults);
    }

    public FakeBoatOptions withListLag(Duration value) {
        return new FakeBoatOptions(port, computers, step, progress, value, faults);
    }

    public FakeBoatOptions withFaults(List<Fault> value) {
        return new FakeBoatOptions(port, computers, step, progress, listLag, value);
    }
}
