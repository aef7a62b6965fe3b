package dev.belay.deletion.journal;

import dev.belay.sim.SimProcess;
import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Gate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Does something once, right before the first call of a process that reads so; and notes all.
final class At implements Gate {
    private final SimProcess process;
    private final String call;
    private final Runnable what;
    private final List<Call> calls = new ArrayList<>();
    private boolean done;

    private At(SimProcess process, String call, Runnable what) {
        this.process = process;
        this.call = call;
        this.what = what;
    }

    /// @param call how the call begins, for example `rename deletion/`
    static At call(SimProcess process, String call, Runnable what) {
        At at = new At(process, call, what);
        process.use(at);
        return at;
    }

    /// Notes the calls, and lets all of them pass.
    static At none(SimProcess process) {
        At at = new At(process, "", () -> {});
        at.done = true;
        process.use(at);
        return at;
    }

    boolean isDone() {
        return done;
    }

    List<String> calls() {
        return calls.stream().map(Call::toString).toList();
    }

    /// The calls that change or sync something.
    List<String> changes() {
        return calls.stream().filter(Call::isCrashPoint).map(Call::toString).toList();
    }

    @Override
    public void pass(Call next) {
        calls.add(next);
        if (!done && next.toString().startsWith(call)) {
            done = true;
            what.run();
        }
    }

    @Override
    public boolean await(Call next, BooleanSupplier ready, Duration limit) {
        calls.add(next);
        if (!ready.getAsBoolean()) {
            process.host().clock().advance(limit);
        }
        return ready.getAsBoolean();
    }
}
