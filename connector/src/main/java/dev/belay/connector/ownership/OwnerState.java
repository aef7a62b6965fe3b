package dev.belay.connector.ownership;

import dev.belay.core.identity.Verdict;

/// What is known of a binding's owner.
public sealed interface OwnerState {
    /// There is no lock.
    record Free() implements OwnerState {}

    /// There is a lock without a record: a start of the Node program is under way, or died.
    record Absent() implements OwnerState {}

    /// There is a lock whose record names no process.
    ///
    /// @param found the middle of a sentence
    record Invalid(String found) implements OwnerState {}

    /// There is an owner, alive or not.
    record Owned(RunOwner owner, Verdict verdict) implements OwnerState {}

    /// Whether the lock may be removed: nobody who could still own the binding made it.
    default boolean isRemovable() {
        return switch (this) {
            case Absent _ -> true;
            case Owned(RunOwner _, Verdict verdict) -> verdict.isGone();
            case Free _, Invalid _ -> false;
        };
    }

    /// The middle of a sentence about the lock.
    default String found() {
        return switch (this) {
            case Free _ -> "is free";
            case Absent _ ->
                    "has no owner record: a start of the Node program is under way, or was cut off";
            case Invalid(String found) -> "has an owner record that " + found;
            case Owned(RunOwner owner, Verdict verdict) ->
                    "belongs to process %d, which %s"
                            .formatted(owner.process().pid(), verdict.reason());
        };
    }
}
