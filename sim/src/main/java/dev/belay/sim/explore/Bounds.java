package dev.belay.sim.explore;

import dev.belay.sim.SimHost;
import java.util.function.Function;
import java.util.function.Supplier;

/// What a [Stage] is set up with, and how far it may go.
///
/// @param machine makes the machine on which a run begins
/// @param surroundings makes what lies around it
/// @param state what of the surroundings decides the rest of a run
record Bounds<T>(
        Supplier<SimHost> machine,
        Supplier<T> surroundings,
        Function<T, ?> state,
        int preemptions,
        int kills,
        boolean reusesPids) {}
