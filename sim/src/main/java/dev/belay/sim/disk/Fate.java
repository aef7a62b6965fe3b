package dev.belay.sim.disk;

/// What a power cut may do to a change that is visible.
enum Fate {
    /// It survives or not, until a sync makes it durable.
    OPEN,
    /// It survives, but is kept apart because an earlier one is in doubt.
    CERTAIN,
    /// It survives or not, and no sync alters that: a failed one has dropped it.
    DROPPED
}
