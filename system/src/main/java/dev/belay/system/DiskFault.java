package dev.belay.system;

import java.io.IOException;

/// A system call on a file failed.
///
/// The message holds the label of the file, relative to a root that the caller named, and never a
/// path of the host.
public final class DiskFault extends IOException {
    private final String operation;
    private final String label;
    private final Errno errno;

    public DiskFault(String operation, String label, Errno errno) {
        this(operation, label, errno, "");
    }

    /// `detail` is empty or says what the errno alone does not.
    public DiskFault(String operation, String label, Errno errno, String detail) {
        super(
                "%s %s: %s (%s%s)"
                        .formatted(
                                operation,
                                label,
                                errno.meaning(),
                                errno,
                                detail.isEmpty() ? "" : ", " + detail));
        this.operation = operation;
        this.label = label;
        this.errno = errno;
    }

    /// The call, for example `rename`.
    public String operation() {
        return operation;
    }

    public String label() {
        return label;
    }

    public Errno errno() {
        return errno;
    }

    /// Whether there is no room, on the disk or for this user.
    public boolean isFull() {
        return errno == Errno.ENOSPC || errno == Errno.EDQUOT;
    }
}
