package dev.belay.deletion;

import java.util.Locale;
import java.util.Optional;

/// How far a provider says it is, in the order in which it may go on.
public enum OperationStatus {
    PENDING,
    PROCESSING,
    BLOCKED,
    COMPLETED;

    /// The word in the journal and on the wire.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Empty for every other word; none is taken for another, whatever its case.
    public static Optional<OperationStatus> of(String word) {
        for (OperationStatus status : values()) {
            if (status.word().equals(word)) {
                return Optional.of(status);
            }
        }
        return Optional.empty();
    }
}
