package dev.belay.core.lock;

/// How letting go of a lock went. None of the cases takes back what was done under the lock.
public sealed interface Release {
    /// The lock is free.
    record Released() implements Release {}

    /// Its file could not be removed. The kernel lock is dropped, so that the next Belay process
    /// removes it; a Node process waits until this process has ended.
    ///
    /// @param why the middle of a sentence
    record LeftBehind(String why) implements Release {}

    /// Somebody had taken the lock away before; what stands there now was left alone.
    ///
    /// @param why the middle of a sentence
    record Lost(String why) implements Release {}
}
