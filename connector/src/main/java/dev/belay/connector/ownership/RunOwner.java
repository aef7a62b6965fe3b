package dev.belay.connector.ownership;

import dev.belay.core.identity.ProcessIdentity;

/// What the owner of a binding says of itself.
///
/// The format is on the page `docs/formats/run-lock-v1.md`.
///
/// @param at when the record was written, as it says; empty where it does not
/// @param kernelLock whether its writer keeps it locked, and the binding too
public record RunOwner(ProcessIdentity process, String at, boolean kernelLock) {}
