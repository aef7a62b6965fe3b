package dev.belay.connector.line;

import dev.belay.core.json.JsonMembers;
import dev.belay.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/// A change of one part of an answer on its way, in `outbox.jsonl`.
public record OutboxLine(JsonObject json) implements Line {
    static final String NONCE = "nonce";
    static final String STATUS = "status";
    static final String AT = "at";

    public OutboxLine {
        if (!isValid(json)) {
            throw new IllegalArgumentException("an outbox line needs a nonce and a known status");
        }
    }

    /// Which part of which answer goes where.
    ///
    /// @param number from 0
    public record Part(String turn, int number, String channel) {}

    /// A part that is about to be sent for the first time.
    ///
    /// @param digest what is sent, without the text itself
    public static OutboxLine intent(String nonce, Instant now, Part part, TextDigest digest) {
        return new OutboxLine(
                start(nonce, OutboxStatus.INTENT, now)
                        .put("turn", part.turn())
                        .put("part", part.number())
                        .put("channel", part.channel())
                        .put("sha256", digest.sha256())
                        .put("length", digest.lengthBytes())
                        .build());
    }

    /// The same part, sent again.
    public static OutboxLine again(String nonce, Instant now) {
        return new OutboxLine(start(nonce, OutboxStatus.INTENT, now).build());
    }

    public static OutboxLine confirmed(String nonce, Instant now, String messageId) {
        return new OutboxLine(
                start(nonce, OutboxStatus.CONFIRMED, now).put("messageId", messageId).build());
    }

    /// It was delivered, and is no longer there.
    ///
    /// @param reason a word or a code, never what was said
    public static OutboxLine gone(String nonce, Instant now, String reason) {
        return new OutboxLine(
                start(nonce, OutboxStatus.CONFIRMED, now).put("reason", reason).build());
    }

    /// The channel will not take it.
    ///
    /// @param reason a word or a code, never what was said
    public static OutboxLine refused(String nonce, Instant now, String reason) {
        return new OutboxLine(
                start(nonce, OutboxStatus.REFUSED, now).put("reason", reason).build());
    }

    /// It was sent, and what came of it is not known.
    ///
    /// @param reason a word or a code, never what was said
    public static OutboxLine unknown(String nonce, Instant now, String reason) {
        return new OutboxLine(
                start(nonce, OutboxStatus.UNKNOWN, now).put("reason", reason).build());
    }

    /// It is settled on the word of an operator, who looked at the channel.
    public static OutboxLine resolved(String nonce, Instant now, OutboxStatus status) {
        return new OutboxLine(start(nonce, status, now).put("by", "operator").build());
    }

    private static JsonObject.Builder start(String nonce, OutboxStatus status, Instant now) {
        return JsonObject.builder()
                .put(NONCE, nonce)
                .put(STATUS, status.word())
                .put(AT, Times.text(now));
    }

    /// Whether it may be written.
    public static boolean isValid(JsonObject json) {
        return json.string(NONCE).filter(nonce -> !nonce.isEmpty()).isPresent()
                && json.string(STATUS).flatMap(OutboxStatus::of).isPresent();
    }

    /// The nonce that a line which was read speaks of, if any.
    public static Optional<String> nonce(JsonMembers json) {
        return json.string(NONCE);
    }

    /// Whether a line that was read says anything of the status.
    public static boolean hasStatus(JsonMembers json) {
        return json.has(STATUS);
    }

    /// The same line with what is sent, for a binding that keeps it.
    public OutboxLine withText(String text) {
        return new OutboxLine(json.with("text", text));
    }

    public String nonce() {
        return json.string(NONCE).orElseThrow();
    }
}
