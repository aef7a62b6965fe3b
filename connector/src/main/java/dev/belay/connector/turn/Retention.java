package dev.belay.connector.turn;

/// How long the text of messages and answers is kept. A promise about every file.
public enum Retention {
    /// Until the turn is over and its answer is out.
    NONE,
    /// In the record of the turn.
    TURNS,
    /// In the record of the turn, and in the lines of inbox and outbox.
    FULL;

    /// Whether a line may hold text.
    public boolean isInLines() {
        return switch (this) {
            case NONE, TURNS -> false;
            case FULL -> true;
        };
    }

    /// Whether the record of a turn may hold text.
    public boolean isInTurns() {
        return switch (this) {
            case NONE -> false;
            case TURNS, FULL -> true;
        };
    }
}
