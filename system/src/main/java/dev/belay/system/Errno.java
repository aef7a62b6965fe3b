package dev.belay.system;

/// Why a system call failed, by the name that POSIX gives it.
public enum Errno {
    EACCES("permission denied"),
    EBADF("bad file descriptor"),
    EBUSY("in use"),
    EDQUOT("disk quota exceeded"),
    EEXIST("exists already"),
    EFBIG("too large"),
    EINTR("interrupted"),
    EINVAL("not supported here"),
    EIO("input/output error"),
    EISDIR("is a directory"),
    ELOOP("is a symbolic link"),
    EMFILE("too many open files"),
    EMLINK("too many links"),
    ENAMETOOLONG("name too long"),
    ENFILE("too many open files in the system"),
    ENODEV("no such device"),
    ENOENT("does not exist"),
    ENOLCK("no locks available"),
    ENOSPC("no space left on the disk"),
    ENOSYS("not supported by the system"),
    ENOTDIR("is not a directory"),
    ENOTEMPTY("is not empty"),
    ENXIO("no such device or reader"),
    EOPNOTSUPP("not supported by the file system"),
    EPERM("operation not permitted"),
    EROFS("the file system is read-only"),
    ESTALE("stale file handle"),
    ETXTBSY("program in use"),
    EXDEV("on another file system"),
    /// One that no caller tells apart; the message holds its number.
    OTHER("failed");

    private final String meaning;

    Errno(String meaning) {
        this.meaning = meaning;
    }

    /// A few lower-case words for a person.
    public String meaning() {
        return meaning;
    }
}
