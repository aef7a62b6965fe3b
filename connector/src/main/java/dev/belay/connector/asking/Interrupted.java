package dev.belay.connector.asking;

import java.time.Instant;

/// A turn that a crash has interrupted.
///
/// @param attempts how often it was admitted
/// @param admittedAt when that was for the last time
public record Interrupted(Accepted message, int attempts, Instant admittedAt) {}
