package dev.belay.system;

import java.util.UUID;

/// Values that nobody can guess and that do not repeat.
public interface Randomness {
    /// A version 4 UUID.
    UUID uuid();
}
