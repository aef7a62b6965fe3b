package dev.belay.connector.turn;

import java.util.Locale;

/// How a turn ended, in its record.
public enum Outcome {
    /// The engine gave an answer, maybe an empty one.
    ANSWERED,
    /// The engine gave none.
    FAILED,
    /// The engine took too long.
    TIMED_OUT,
    /// The engine gave up.
    ABANDONED,
    /// The engine was not asked, since the brake was set after the turn was admitted.
    STOPPED,
    /// A crash came between the admission and the record, and nobody knows what was answered.
    INTERRUPTED;

    /// The word in a record.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
