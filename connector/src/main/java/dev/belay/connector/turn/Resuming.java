package dev.belay.connector.turn;

/// Decides what the next owner does about a message that the last one left unfinished.
public final class Resuming {
    private Resuming() {}

    /// What the files say of the message.
    ///
    /// @param way how far it had come
    /// @param text whether what it said is still there
    /// @param age whether anybody still waits for an answer
    /// @param policy what the binding does about interrupted turns
    public record Facts(Way way, Text text, Age age, InterruptedPolicy policy) {}

    /// How far a message had come.
    public enum Way {
        /// It has no line in the inbox: the channel will show it again.
        NOT_ACCEPTED,
        /// It is in the inbox, and nothing was decided.
        ACCEPTED,
        /// It was decided not to answer it.
        DROPPED,
        /// The engine may have been asked once.
        ADMITTED,
        /// The engine may have been asked twice.
        ADMITTED_AGAIN,
        /// The record of its turn is there.
        OVER
    }

    /// Whether what the message said is still there.
    public enum Text {
        KNOWN,
        GONE
    }

    /// Whether anybody still waits for an answer.
    public enum Age {
        FRESH,
        TOO_OLD
    }

    /// What is done next.
    public sealed interface Step {
        /// Its text is removed; nothing else is left to do.
        record Forget() implements Step {}

        /// It goes on as if it had just been accepted.
        record GoOn() implements Step {}

        /// It is not answered.
        record Drop(DropReason reason) implements Step {}

        /// It is admitted a second time, then the engine is asked.
        record AskAgain() implements Step {}

        /// Its turn is recorded as interrupted.
        ///
        /// @param isTold whether the author is told
        record RecordInterrupted(boolean isTold) implements Step {}
    }

    /// Total: the engine is never asked a third time, and never late.
    public static Step next(Facts facts) {
        return switch (facts.way()) {
            case NOT_ACCEPTED, DROPPED, OVER -> new Step.Forget();
            case ACCEPTED ->
                    switch (facts.text()) {
                        case KNOWN -> new Step.GoOn();
                        case GONE -> new Step.Drop(DropReason.LOST);
                    };
            case ADMITTED ->
                    facts.policy() == InterruptedPolicy.RETRY
                                    && facts.text() == Text.KNOWN
                                    && facts.age() == Age.FRESH
                            ? new Step.AskAgain()
                            : recorded(facts);
            case ADMITTED_AGAIN -> recorded(facts);
        };
    }

    /// An author who hears of an old question only wonders.
    private static Step recorded(Facts facts) {
        return new Step.RecordInterrupted(
                facts.policy() != InterruptedPolicy.SILENT && facts.age() == Age.FRESH);
    }
}
