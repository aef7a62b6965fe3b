package dev.belay.core.lock.record;

import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import java.time.Duration;

/// What asking for the kernel lock of an open file came to.
public enum FileLock {
    TAKEN,
    /// Another open file has it.
    REFUSED,
    /// The file system has none.
    UNSUPPORTED;

    public static FileLock tryOn(OpenFile file) throws DiskFault {
        try {
            return file.tryLock() ? TAKEN : REFUSED;
        } catch (DiskFault fault) {
            return unsupported(fault);
        }
    }

    /// Waits in the kernel's queue for at most `limit`.
    public static FileLock waitOn(OpenFile file, Duration limit) throws DiskFault {
        try {
            return file.lock(limit) ? TAKEN : REFUSED;
        } catch (DiskFault fault) {
            return unsupported(fault);
        }
    }

    private static FileLock unsupported(DiskFault fault) throws DiskFault {
        return switch (fault.errno()) {
            // NFS emulates flock by record locks, which need a file open for writing: EBADF.
            case EOPNOTSUPP, ENOLCK, ENOSYS, EINVAL, EBADF -> UNSUPPORTED;
            default -> throw fault;
        };
    }
}
