package dev.belay.deletion.custody;

import java.util.Locale;
import java.util.Optional;

/// Which proof releases custody without an operator.
public enum ProofPolicy {
    /// A completed operation, or a direct absence.
    EITHER,
    /// A completed operation, and nothing less.
    OPERATION,
    /// A completed operation, and then a direct absence.
    BOTH;

    /// The word in the configuration.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ProofPolicy> of(String word) {
        for (ProofPolicy policy : values()) {
            if (policy.word().equals(word)) {
                return Optional.of(policy);
            }
        }
        return Optional.empty();
    }
}
