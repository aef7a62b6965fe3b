package dev.belay.core.lock;

/// What an operator says of a lock's owner, beyond what can be shown.
public sealed interface OperatorWord {
    /// Nothing.
    record None() implements OperatorWord {}

    /// The owner is gone for certain.
    ///
    /// @param evidence how the operator knows, for the audit; not blank
    record OwnerIsGone(String evidence) implements OperatorWord {
        public OwnerIsGone {
            if (evidence.isBlank()) {
                throw new IllegalArgumentException("evidence is empty");
            }
        }
    }
}
