package dev.belay.deletion;

import dev.belay.core.error.ErrorCode;

/// What becomes of one record, as [Transitions] decides it.
public sealed interface Transition {
    /// The record stands.
    sealed interface Kept extends Transition {
        DeletionRecord record();
    }

    /// The record is to be written as it is here.
    record Changed(DeletionRecord record) implements Kept {}

    /// The record says so already; nothing is to be written.
    record Unchanged(DeletionRecord record) implements Kept {}

    /// The result of retiring.
    sealed interface Retirement extends Transition {}

    /// The record is to be removed.
    record Removed(DeletionRecord record, Proof proof) implements Retirement {}

    /// There was no record to remove.
    record Nothing(BoxId id) implements Retirement {}

    /// The transition does not start here; nothing is to be written.
    ///
    /// @param found what was found and why it is refused, as the middle of a sentence
    record Refused(ErrorCode code, String found) implements Transition {}
}
