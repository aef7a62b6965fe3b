package dev.belay.discord.rest;

import dev.belay.connector.delivery.Settling.Answer;
import java.time.Duration;

/// Decides what is known of a message after one attempt to post it.
final class Answering {
    private static final int UNKNOWN_MESSAGE = 10008;

    private Answering() {}

    /// How an attempt ended.
    sealed interface Ending {
        /// With an answer.
        ///
        /// @param code Discord's, of an error; 0 for none
        /// @param messageId of the message in it; empty for none
        /// @param delay that a 429 asks for
        record Replied(int status, int code, String messageId, Duration delay) implements Ending {}

        /// No byte of it has left.
        ///
        /// @param delay until it may be tried again
        record NotSent(Duration delay) implements Ending {}

        /// Nobody knows.
        record Lost(String reason) implements Ending {}
    }

    /// Total.
    static Answer of(Ending ending) {
        return switch (ending) {
            case Ending.NotSent(Duration delay) -> new Answer.Deferred(delay);
            case Ending.Lost(String reason) -> new Answer.Unsure(reason);
            case Ending.Replied(int status, int code, String messageId, Duration delay) ->
                    switch (status / 100) {
                        case 2 ->
                                messageId.isEmpty()
                                        ? new Answer.Unsure(reason(status, code))
                                        : new Answer.Delivered(messageId);
                        case 4 -> refused(status, code, delay);
                        // A 502 is no less doubtful than the others.
                        default -> new Answer.Unsure(reason(status, code));
                    };
        };
    }

    private static Answer refused(int status, int code, Duration delay) {
        return switch (status) {
            // Something on the way gave up waiting, and may have sent it on before.
            case 408 -> new Answer.Unsure(reason(status, code));
            case 429 -> new Answer.Deferred(delay);
            case 404 ->
                    code == UNKNOWN_MESSAGE
                            ? new Answer.Gone(reason(status, code))
                            : new Answer.Rejected(reason(status, code));
            default -> new Answer.Rejected(reason(status, code));
        };
    }

    private static String reason(int status, int code) {
        return code == 0 ? "status " + status : "status " + status + ", code " + code;
    }
}
