package dev.belay.core.file;

import dev.belay.sim.SimProcess;
import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Gate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/// Lets somebody else act right before certain calls of a process.
public final class Interposed implements Gate {
    private final Predicate<Call> when;
    private final Act act;
    private int count;

    /// What the other does.
    @FunctionalInterface
    public interface Act {
        void run(int time) throws IOException;
    }

    private Interposed(Predicate<Call> when, Act act) {
        this.when = when;
        this.act = act;
    }

    /// Before each call of that operation on that label, `act` runs, with 1 for the first time.
    public static Interposed before(SimProcess process, String operation, String label, Act act) {
        Interposed gate =
                new Interposed(
                        call -> call.operation().equals(operation) && call.label().equals(label),
                        act);
        process.use(gate);
        return gate;
    }

    public int count() {
        return count;
    }

    @Override
    public void pass(Call call) {
        if (when.test(call)) {
            count++;
            try {
                act.run(count);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public boolean await(Call call, BooleanSupplier ready, Duration limit) {
        return ready.getAsBoolean();
    }
}
