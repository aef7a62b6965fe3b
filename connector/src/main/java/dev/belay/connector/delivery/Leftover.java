package dev.belay.connector.delivery;

/// Decides what the next owner does about the text of a part that the last one left.
public final class Leftover {
    private Leftover() {}

    /// What the files say of the part.
    public record Facts(Turn turn, Sent sent, Before before, Age age) {}

    /// Whether the turn it belongs to has a record.
    public enum Turn {
        /// The answer was never recorded: the turn is interrupted.
        OPEN,
        OVER
    }

    /// What the outbox says of its nonce.
    public enum Sent {
        /// It was never intended.
        NEVER,
        UNRESOLVED,
        SETTLED
    }

    /// What became of the parts before it.
    public enum Before {
        /// They are there, or may be.
        SENT,
        /// One of them was refused.
        REFUSED
    }

    /// Whether anybody still waits for the answer.
    public enum Age {
        FRESH,
        TOO_OLD
    }

    /// What is done next.
    public enum Step {
        /// The text is removed.
        FORGET,
        /// It is sent for the first time.
        SEND,
        /// It is written down as refused since nobody waits for it, then its text is removed.
        GIVE_UP,
        /// It is written down as refused like the part before it, then its text is removed.
        GIVE_UP_TOO,
        /// It is reconciled.
        RECONCILE
    }

    /// Total.
    public static Step next(Facts facts) {
        return switch (facts.sent()) {
            case SETTLED -> Step.FORGET;
            // Whatever else is known: it may be out.
            case UNRESOLVED -> Step.RECONCILE;
            case NEVER ->
                    switch (facts.turn()) {
                        case OPEN -> Step.FORGET;
                        case OVER ->
                                switch (facts.before()) {
                                    case REFUSED -> Step.GIVE_UP_TOO;
                                    case SENT ->
                                            facts.age() == Age.FRESH ? Step.SEND : Step.GIVE_UP;
                                };
                    };
        };
    }
}
