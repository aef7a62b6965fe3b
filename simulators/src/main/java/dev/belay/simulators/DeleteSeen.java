package dev.belay.simulators;

import java.time.Instant;

/// One DELETE that reached a [FakeBoat].
///
/// @param confirm the confirming header; empty when it was missing
/// @param outcome what it did, whatever was answered
/// @param operation the operation that carries it out; empty when there is none
public record DeleteSeen(
        Instant at, String target, String confirm, Outcome outcome, String operation) {
    /// What a DELETE did.
    public enum Outcome {
        /// A new operation began.
        ACCEPTED,
        /// The operation that was under way was named again.
        REPEATED,
        /// There is no such computer for this account.
        ABSENT,
        /// It was not confirmed, or not authorized.
        REFUSED,
        /// A fault kept it from doing anything.
        LOST
    }
}
