package dev.belay.connector.index;

/// What the files say of one message, a bit each.
public final class Marks {
    /// It has a line in the inbox.
    public static final int ACCEPTED = 1;

    /// It has an admission.
    public static final int ADMITTED = 1 << 1;

    /// It has a second admission, or more.
    public static final int ADMITTED_AGAIN = 1 << 2;

    /// There is a file of its turn, whatever is in it.
    public static final int TURN = 1 << 3;

    /// It was decided not to answer it.
    public static final int DROPPED = 1 << 4;

    private Marks() {}
}
