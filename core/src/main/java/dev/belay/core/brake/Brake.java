package dev.belay.core.brake;

/// What setting a brake achieved. It is set in any case.
///
/// @param reasonKept whether the reason stands in the file; a full disk may not have room
/// @param durable whether the brake survives a power cut
public record Brake(boolean reasonKept, boolean durable) {}
