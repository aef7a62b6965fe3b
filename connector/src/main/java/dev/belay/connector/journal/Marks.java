package dev.belay.connector.journal;

/// What the files say of one message, a bit each.
final class Marks {
    /// It has a line in the inbox.
    static final int ACCEPTED = 1;

    /// It has an admission.
    static final int ADMITTED = 1 << 1;

    /// It has a second admission, or more.
    static final int ADMITTED_AGAIN = 1 << 2;

    /// There is a file of its turn, whatever is in it.
    static final int TURN = 1 << 3;

    /// It was decided not to answer it.
    static final int DROPPED = 1 << 4;

    private Marks() {}
}
