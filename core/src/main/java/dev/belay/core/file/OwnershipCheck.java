package dev.belay.core.file;

import java.io.IOException;

/// Asked right before a step that only an owner may take.
@FunctionalInterface
public interface OwnershipCheck {
    /// Returns when the caller still owns what it is about to change.
    ///
    /// @throws IOException when it does not, or when that cannot be known
    void requireOwned() throws IOException;
}
