package dev.belay.staging.mirror;

import java.time.Duration;

/// How much is kept warm.
///
/// @param bytesMax of all mirrors together
/// @param ageMax since a mirror was used last
public record Limits(long bytesMax, Duration ageMax) {
    /// As many as the Node program has, which counts ours among them.
    static final int SLOTS_MAX = 32;
}
