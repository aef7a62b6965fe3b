package dev.belay.connector.turn;

import dev.belay.connector.turn.Resuming.Way;

/// Where a message stands, as people are told.
public enum TurnState {
    /// It was never accepted.
    UNSEEN,
    /// It was accepted, and nothing was decided.
    UNDECIDED,
    /// It is not answered.
    DROPPED,
    /// The engine may have been asked, and there is no record.
    INTERRUPTED,
    /// The answer is known, and a part of it was never sent.
    UNSENT,
    /// A part of the answer may be out.
    BEING_SENT,
    /// Nothing is left to do.
    SETTLED;

    /// The parts of an answer.
    ///
    /// @param total how many there are
    /// @param intended how many have an intent
    /// @param unresolved how many of these may be out
    public record Parts(int total, int intended, int unresolved) {}

    /// Total.
    public static TurnState of(Way way, Parts parts) {
        return switch (way) {
            case NOT_ACCEPTED -> UNSEEN;
            case ACCEPTED -> UNDECIDED;
            case DROPPED -> DROPPED;
            case ADMITTED, ADMITTED_AGAIN -> INTERRUPTED;
            case OVER ->
                    parts.unresolved() > 0
                            ? BEING_SENT
                            : parts.intended() < parts.total() ? UNSENT : SETTLED;
        };
    }
}
