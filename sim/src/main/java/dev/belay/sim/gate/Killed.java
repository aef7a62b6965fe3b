package dev.belay.sim.gate;

/// The process is dead: this call had no effect, and no later one will.
///
/// Unwinds the code of a killed process. What its `finally` blocks ask of the world fails in the
/// same way, so that they change nothing. No production code may catch it.
public final class Killed extends Error {
    /// Each call throws its own, because a failure cannot be suppressed by itself.
    public Killed(String process) {
        super(process + " was killed", null, false, false);
    }
}
