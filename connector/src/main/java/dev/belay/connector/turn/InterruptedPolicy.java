package dev.belay.connector.turn;

/// What a binding does about a turn that a crash has interrupted: the engine was asked, and nobody
/// knows what it answered.
public enum InterruptedPolicy {
    /// It is recorded, and the author is told.
    NOTICE,
    /// It is recorded.
    SILENT,
    /// The engine is asked once more.
    RETRY
}
