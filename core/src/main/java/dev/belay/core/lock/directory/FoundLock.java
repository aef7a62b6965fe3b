package dev.belay.core.lock.directory;

/// What a lock's name stands for.
public sealed interface FoundLock extends AutoCloseable
        permits FoundDirectory, FoundLock.Nothing, FoundLock.Other {
    /// Nothing.
    record Nothing() implements FoundLock {}

    /// Something that is no lock, and so counts as one that is held.
    ///
    /// @param found the middle of a sentence
    record Other(String found) implements FoundLock {}

    @Override
    default void close() {}
}
