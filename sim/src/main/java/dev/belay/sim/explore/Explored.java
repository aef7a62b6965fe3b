package dev.belay.sim.explore;

/// How much an exploration has tried.
///
/// @param states the different states from which the code was started or went on
/// @param runs how often a process was run
/// @param calls the port calls of all runs
public record Explored(long states, long runs, long calls) {
    /// One line for a report.
    @Override
    public String toString() {
        return "%,d states, %,d runs, %,d calls".formatted(states, runs, calls);
    }
}
