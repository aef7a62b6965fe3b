package dev.belay.connector.delivery;

import java.time.Duration;
import java.util.Optional;

/// Decides what is done about a part of an answer that may be out.
public final class Reconciling {
    private Reconciling() {}

    /// What is known of the part.
    public record Facts(Window window, Text text, Search search) {}

    /// Whether the channel can still tell that a repetition is one.
    public enum Window {
        OPEN,
        PAST
    }

    /// Whether the exact text is still there.
    public enum Text {
        KNOWN,
        GONE
    }

    /// What the channel's history says.
    public sealed interface Search {
        /// Nobody has looked.
        record NotYet() implements Search {}

        /// Our message is there.
        record Found(String messageId) implements Search {}

        /// It is not, as far as could be seen. That proves nothing: it may have been removed, or
        /// come late.
        record NotFound() implements Search {}
    }

    /// What is done next.
    public sealed interface Step {
        /// An intent is written, then the same text sent with the same nonce.
        record PostAgain() implements Step {}

        /// The channel's history is looked through.
        record LookForIt() implements Step {}

        /// It is confirmed.
        record Confirm(String messageId) implements Step {}

        /// It stays unknown until an operator decides.
        record LeaveUnknown() implements Step {}
    }

    /// Total: nothing is sent again once the channel may have forgotten the nonce.
    public static Step next(Facts facts) {
        return switch (facts) {
            case Facts(_, _, Search.Found(String messageId)) -> new Step.Confirm(messageId);
            case Facts(var window, var text, _) when window == Window.OPEN && text == Text.KNOWN ->
                    new Step.PostAgain();
            case Facts(_, _, Search.NotYet _) -> new Step.LookForIt();
            case Facts(_, _, Search.NotFound _) -> new Step.LeaveUnknown();
        };
    }

    /// How long a channel remembers a nonce, and how long a request may take.
    ///
    /// @param window measured from the first intent
    /// @param requestMax a request must be over before the window is
    public record Limits(Duration window, Duration requestMax) {}

    /// Whether a repetition that begins now is still inside the window.
    ///
    /// @param age since the part was first intended; empty where that cannot be known
    public static Window window(Optional<Duration> age, Limits limits) {
        if (age.isEmpty()) {
            return Window.PAST;
        }
        Duration left = limits.window().minus(limits.requestMax()).minus(age.get());
        return left.isNegative() || left.isZero() ? Window.PAST : Window.OPEN;
    }
}
