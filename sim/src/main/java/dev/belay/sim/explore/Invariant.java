package dev.belay.sim.explore;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Something that must hold in every state, and a count of how often it was looked at.
///
/// An invariant that was never reached has proved nothing.
public final class Invariant {
    private final String name;
    private final AtomicLong reached = new AtomicLong();

    /// @param name a claim, for example `never two holders`
    public Invariant(String name) {
        this.name = name;
    }

    /// Looks at it once.
    ///
    /// @param found what was found instead, for the message
    /// @throws AssertionError when it does not hold
    public void check(boolean holds, Supplier<String> found) {
        reached.incrementAndGet();
        if (!holds) {
            throw new AssertionError(name + ": " + found.get());
        }
    }

    public long reached() {
        return reached.get();
    }

    @Override
    public String toString() {
        return "%s (looked at %,d times)".formatted(name, reached());
    }
}
