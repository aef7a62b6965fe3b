package dev.belay.sim.stage;

/// How far a run may go.
///
/// @param preemptions how often a process that could go on may be kept from it
/// @param kills how many processes may be killed
/// @param reusesPids whether a stranger may have the number of a killed process at once
/// @param hasCuts whether a power cut may end the run
public record Bounds(int preemptions, int kills, boolean reusesPids, boolean hasCuts) {}
