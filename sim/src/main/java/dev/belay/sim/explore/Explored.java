package dev.belay.sim.explore;

/// How much an exploration has tried.
///
/// @param states the different states from which the code was started or went on
/// @param runs how often a process was run
/// @param calls the port calls of all runs
/// @param stride 1 where all was tried; else of so many pairs of crashes one was, or more
public record Explored(long states, long runs, long calls, long stride) {
    /// Of an exploration that has left nothing out.
    Explored(long states, long runs, long calls) {
        this(states, runs, calls, 1);
    }

    /// One line for a report.
    @Override
    public String toString() {
        String all = "%,d states, %,d runs, %,d calls".formatted(states, runs, calls);
        return stride == 1 ? all : all + "; of pairs of crashes one in %,d".formatted(stride);
    }
}
