package dev.belay.connector.ownership;

import dev.belay.core.error.Refusal;

/// A brake above that of the binding, which holds for it too.
@FunctionalInterface
public interface OuterBrake {
    /// Returns where it is not set.
    ///
    /// @throws Refusal `BRAKED`
    void check() throws Refusal;
}
