package dev.belay.sim.gate;

/// One call of a port, at the moment before it takes effect.
///
/// @param operation for example `rename`
/// @param label what it is about, for example `deletion/lock`
/// @param seesDeaths whether its result can tell that another process has died
public record Call(String operation, String label, Effect effect, boolean seesDeaths) {
    /// What a call may do to what others see.
    public enum Effect {
        /// Nothing, and its result does not depend on what others do.
        PRIVATE,
        /// Nothing, but its result may depend on what others do.
        OBSERVES,
        /// Makes durable what is visible already.
        SYNCS,
        /// Changes what others see.
        CHANGES
    }

    public static Call isPrivate(String operation, String label) {
        return new Call(operation, label, Effect.PRIVATE, false);
    }

    public static Call observes(String operation, String label) {
        return new Call(operation, label, Effect.OBSERVES, false);
    }

    public static Call syncs(String operation, String label) {
        return new Call(operation, label, Effect.SYNCS, false);
    }

    public static Call changes(String operation, String label) {
        return new Call(operation, label, Effect.CHANGES, false);
    }

    /// A call that takes a kernel lock.
    public static Call locks(String operation, String label) {
        return new Call(operation, label, Effect.CHANGES, true);
    }

    /// A call that asks about processes.
    public static Call judges(String operation, String label) {
        return new Call(operation, label, Effect.OBSERVES, true);
    }

    /// Whether a crash before this call may leave another state than a crash before the next.
    public boolean isCrashPoint() {
        return effect == Effect.SYNCS || effect == Effect.CHANGES;
    }

    @Override
    public String toString() {
        return label.isEmpty() ? operation : operation + " " + label;
    }
}
