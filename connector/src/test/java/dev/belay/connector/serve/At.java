package dev.belay.connector.serve;

import dev.belay.sim.SimProcess;
import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Gate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/// Does something from outside right before the first call of a process that fits.
final class At implements Gate {
    private final SimProcess process;
    private final Predicate<Call> wanted;
    private final Deed deed;
    private boolean isDone;

    /// What is done.
    @FunctionalInterface
    interface Deed {
        void now() throws IOException;
    }

    private At(SimProcess process, Predicate<Call> wanted, Deed deed) {
        this.process = process;
        this.wanted = wanted;
        this.deed = deed;
    }

    /// @param call an operation and what it is about, for example `syncData a/inbox.jsonl`
    static void call(SimProcess process, String call, Deed deed) {
        process.use(new At(process, it -> it.toString().equals(call), deed));
    }

    /// @param begin of an operation and what it is about
    static void firstCall(SimProcess process, String begin, Deed deed) {
        process.use(new At(process, it -> it.toString().startsWith(begin), deed));
    }

    /// The n-th call that changes something, from 0, but for that of an engine: whatever happens
    /// right before that has come too late for a look.
    static void change(SimProcess process, int number, Deed deed) {
        int[] seen = new int[1];
        Predicate<Call> wanted =
                it -> it.isCrashPoint() && !it.operation().equals("ask") && seen[0]++ == number;
        process.use(new At(process, wanted, deed));
    }

    @Override
    public void pass(Call call) {
        if (!isDone && wanted.test(call)) {
            isDone = true;
            try {
                deed.now();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
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
}
