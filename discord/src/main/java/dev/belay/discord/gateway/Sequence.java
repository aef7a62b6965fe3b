package dev.belay.discord.gateway;

import java.util.TreeSet;

/// The number from which a session is resumed: everything up to it was taken.
///
/// An event may come before another of a lower number; should the connection break between them,
/// the other one must still be asked for. So what came early is kept beside until the gap is
/// filled, or until so much has come behind it that it never will be.
///
/// - **Threads:** one at a time.
final class Sequence {
    /// More than any reordering of events; each one costs a few bytes.
    static final int EARLY_MAX = 256;

    private final TreeSet<Long> early = new TreeSet<>();
    private long upTo;

    /// The number to resume from; 0 when nothing was taken.
    long upTo() {
        return upTo;
    }

    /// A session begins with an event of this number.
    void begin(long number) {
        early.clear();
        upTo = Math.max(0, number);
    }

    /// The event of this number was taken, or it had nothing to be taken.
    ///
    /// @return whether events are missing that are waited for no longer
    boolean take(long number) {
        if (number <= upTo) {
            return false; // It was shown again.
        }
        early.add(number);
        boolean isGivenUp = early.size() > EARLY_MAX;
        if (isGivenUp) {
            upTo = early.removeFirst();
        }
        while (!early.isEmpty() && early.first() == upTo + 1) {
            upTo = early.removeFirst();
        }
        return isGivenUp;
    }
}
