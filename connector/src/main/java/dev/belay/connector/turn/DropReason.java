package dev.belay.connector.turn;

/// Why a message is not answered, or messages were not seen.
public enum DropReason {
    /// A machine wrote it, maybe we.
    BOT("bot"),
    /// Its author may not ask.
    NOT_ALLOWED("not-allowed"),
    /// There is nothing in it.
    EMPTY("empty"),
    TOO_LONG("too-long"),
    /// It came again.
    DUPLICATE("duplicate"),
    /// The brake is set.
    STOPPED("stopped"),
    /// As many turns were admitted today as may be.
    CEILING("ceiling"),
    /// Nobody waits for the answer any more.
    TOO_OLD("too-old"),
    /// It was accepted, and what it said is gone.
    LOST("lost");

    private final String word;

    DropReason(String word) {
        this.word = word;
    }

    /// The word in a line.
    public String word() {
        return word;
    }
}
