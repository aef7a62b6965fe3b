package dev.belay.core.lock;

/// What a lock is called.
///
/// @param file its name in its directory, for example `box-delete-requests.lock`
/// @param remedy the command that removes it when its owner is gone, for example `belay deletion
///   unlock`
public record LockName(String file, String remedy) {
    String withWord() {
        return remedy + " --owner-is-gone --evidence TEXT";
    }
}
