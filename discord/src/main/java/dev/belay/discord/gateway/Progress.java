package dev.belay.discord.gateway;

import java.util.Optional;

/// How far we have come, from one connection to the next.
///
/// - **Threads:** one.
final class Progress {
    private final Sequence sequence = new Sequence();
    private Optional<Session> session = Optional.empty();
    private boolean isTold;

    /// The session to go on with.
    Optional<Session> session() {
        return session;
    }

    Sequence sequence() {
        return sequence;
    }

    /// A session has begun, of which the listener does not know yet.
    void begin(Session begun, long number) {
        session = Optional.of(begun);
        sequence.begin(number);
        isTold = false;
    }

    /// There is none to go on with.
    void forget() {
        session = Optional.empty();
    }

    /// Whether the listener knows that messages may have been missed before.
    boolean isTold() {
        return isTold;
    }

    void told() {
        isTold = true;
    }
}
