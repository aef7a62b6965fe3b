package dev.belay.core.lock;

import java.io.IOException;

/// Writes down that a lock is about to be removed, and why.
@FunctionalInterface
public interface BeforeRemoval {
    /// Called once the decision stands, while nobody else can act on it. The lock is removed after
    /// this has returned, and not when it throws.
    void audit(LockState removed) throws IOException;
}
