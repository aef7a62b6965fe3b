package dev.belay.system;

/// What an opened file is for. Every file is opened no-follow, non-blocking, and close-on-exec.
public enum OpenOption {
    READ,
    WRITE,
    /// Each write goes to the end, in one step with finding it.
    APPEND,
    /// Creates the file where there is none.
    CREATE,
    /// With [#CREATE]: fails with `EEXIST` where there is anything, a dangling link too.
    EXCLUSIVE
}
