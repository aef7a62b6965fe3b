package dev.belay.core.lock;

import dev.belay.core.identity.Verdict;
import java.time.Instant;

/// What stands in a lock's place.
public sealed interface LockState {
    /// Nothing.
    record Free() implements LockState {}

    /// The record of an owner, alive or not.
    ///
    /// @param pid its number in its own PID namespace
    /// @param since when its record was written
    /// @param kernelLocked whether the kernel, not the number, tells if it lives
    record Owned(long pid, Instant since, boolean kernelLocked, Verdict verdict)
            implements LockState {}

    /// Something that is no record of an owner, and so counts as held.
    ///
    /// @param found the middle of a sentence
    record Damaged(String found) implements LockState {}
}
