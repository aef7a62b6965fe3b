package dev.belay.connector.line;

import java.util.Locale;
import java.util.Optional;

/// How far one part of an answer is on its way.
public enum OutboxStatus {
    /// It is about to be sent, or was being sent when the process died.
    INTENT,
    /// The channel has it.
    CONFIRMED,
    /// The channel will not take it.
    REFUSED,
    /// It was sent, and nobody knows whether the channel has it.
    UNKNOWN,
    /// A line says something that no program of ours writes; nothing is done about it.
    OTHER;

    /// The word in a line.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// What a word in a line means; empty for one that is never written.
    public static Optional<OutboxStatus> of(String word) {
        return switch (word) {
            case "intent" -> Optional.of(INTENT);
            case "confirmed" -> Optional.of(CONFIRMED);
            case "refused" -> Optional.of(REFUSED);
            case "unknown" -> Optional.of(UNKNOWN);
            default -> Optional.empty();
        };
    }

    /// Whether it may be out, and nobody has said so yet.
    public boolean isUnresolved() {
        return this == INTENT || this == UNKNOWN;
    }
}
