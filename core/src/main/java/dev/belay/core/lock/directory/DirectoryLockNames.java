package dev.belay.core.lock.directory;

/// How a directory lock is named.
///
/// @param directory the name that counts, for example `run.lock`
/// @param record the owner's record in it
/// @param guard a directory that is kept in it, so that no program can write a file of that name
///   there; empty for none
public record DirectoryLockNames(String directory, String record, String guard) {
    /// Begins with a dot, so that nobody takes it for the lock.
    String prepared(String token) {
        return prefix() + token;
    }

    String removed(String token) {
        return prefix() + "removed-" + token;
    }

    /// What the names of all that is not the lock itself begin with.
    String prefix() {
        String dot = directory.startsWith(".") ? "" : ".";
        return dot + directory + ".";
    }
}
