package dev.belay.connector.delivery;

import java.time.Duration;

/// Decides what is written down about a part after it was sent, and whether it is sent again.
public final class Settling {
    private Settling() {}

    /// What a channel answered.
    public sealed interface Answer {
        /// It has the message, from this time or from an earlier one.
        record Delivered(String messageId) implements Answer {}

        /// It had the message, which was removed since (10008).
        record Gone(String reason) implements Answer {}

        /// It will not take it.
        record Rejected(String reason) implements Answer {}

        /// It has surely not taken it, and may do so later.
        record Deferred(Duration delay) implements Answer {}

        /// It may have taken it: a time-out, a connection that broke, a 5xx.
        record Unsure(String reason) implements Answer {}
    }

    /// What is known beside the answer.
    ///
    /// @param attempt whether the part may have been sent before
    /// @param left for how long it may be sent again: until the channel may have forgotten the
    ///   nonce, or, of a part that was never taken, until nobody waits for it
    /// @param pause before a part is sent again that may be out
    public record Facts(Answer answer, Attempt attempt, Duration left, Duration pause) {}

    /// Whether the part may have been sent before.
    public enum Attempt {
        FIRST,
        REPEATED
    }

    /// What is done next.
    public sealed interface Step {
        record Confirm(String messageId) implements Step {}

        /// It was delivered, and is no longer there.
        record ConfirmGone() implements Step {}

        record Refuse(String reason) implements Step {}

        /// It is written down as unknown, then sent again after a while.
        record SendAgain(Duration after) implements Step {}

        /// It is written down as unknown, and left to be reconciled.
        record LeaveUnknown(String reason) implements Step {}
    }

    /// Total: a wait that ends when it may no longer be sent ends the sending.
    public static Step next(Facts facts) {
        return switch (facts.answer()) {
            case Answer.Delivered(String messageId) -> new Step.Confirm(messageId);
            case Answer.Gone(String reason) ->
                    switch (facts.attempt()) {
                        // There was nothing to be removed: what is missing is what we replied to.
                        case FIRST -> new Step.Refuse(reason);
                        case REPEATED -> new Step.ConfirmGone();
                    };
            case Answer.Rejected(String reason) ->
                    switch (facts.attempt()) {
                        case FIRST -> new Step.Refuse(reason);
                        // The first attempt may be out, whatever became of this one.
                        case REPEATED -> new Step.LeaveUnknown(reason);
                    };
            case Answer.Deferred(Duration delay) -> again(facts, delay, "deferred");
            case Answer.Unsure(String reason) -> again(facts, facts.pause(), reason);
        };
    }

    private static Step again(Facts facts, Duration wait, String reason) {
        return wait.compareTo(facts.left()) < 0
                ? new Step.SendAgain(wait)
                : new Step.LeaveUnknown(reason);
    }
}
