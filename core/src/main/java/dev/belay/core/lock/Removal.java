package dev.belay.core.lock;

/// What an operator's removal of a lock came to.
public sealed interface Removal {
    /// There was no lock.
    record Nothing() implements Removal {}

    /// The owner's record is gone.
    record Removed(LockState.Owned owner) implements Removal {}

    /// What was no owner's record is kept under another name in the same directory.
    record SetAside(LockState.Damaged found, String name) implements Removal {}
}
