package dev.belay.sim.explore;

import dev.belay.sim.SimProcess;
import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Gate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Kills a process that runs alone before its crash point of a given number.
final class CrashGate implements Gate {
    /// A run that takes more than this does not end.
    private static final long CALLS_MAX = 1_000_000;

    private final SimProcess process;
    private final int stop;
    private final List<Call> points = new ArrayList<>();
    private long calls;

    /// @param stop how many crash points it may pass; `Integer.MAX_VALUE` for all
    CrashGate(SimProcess process, int stop) {
        this.process = process;
        this.stop = stop;
    }

    @Override
    public void pass(Call call) {
        if (++calls > CALLS_MAX) {
            throw new AssertionError("does not end; it is at: " + call);
        }
        if (call.isCrashPoint()) {
            points.add(call);
            if (points.size() > stop) {
                process.kill();
            }
        }
    }

    @Override
    public boolean await(Call call, BooleanSupplier ready, Duration limit) {
        if (!ready.getAsBoolean()) {
            process.host().clock().advance(limit);
        }
        return ready.getAsBoolean();
    }

    @Override
    public boolean tearsWrites() {
        return true;
    }

    long calls() {
        return calls;
    }

    boolean hasKilled() {
        return points.size() > stop;
    }

    /// The crash points that were passed, and the one before which the kill came.
    List<Call> points() {
        return points;
    }
}
