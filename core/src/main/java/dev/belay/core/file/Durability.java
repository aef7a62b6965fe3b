package dev.belay.core.file;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;

/// Whether what was written will survive a power cut.
public enum Durability {
    /// It will.
    DURABLE,
    /// The file system cannot make it so. Ordinary use goes on; what needs proof is withheld.
    UNAVAILABLE;

    /// Durable only where both are.
    public Durability and(Durability other) {
        return this == DURABLE ? other : this;
    }

    /// Syncs the names of a directory.
    ///
    /// @throws DiskFault when a sync that should work fails: nothing may be trusted to be durable
    public static Durability sync(Directory directory) throws DiskFault {
        return of(directory::sync);
    }

    /// Syncs a file's content and status.
    ///
    /// @throws DiskFault when a sync that should work fails: nothing may be trusted to be durable
    public static Durability sync(OpenFile file) throws DiskFault {
        return of(file::sync);
    }

    /// Syncs a file's content.
    ///
    /// @throws DiskFault when a sync that should work fails: nothing may be trusted to be durable
    public static Durability syncData(OpenFile file) throws DiskFault {
        return of(file::syncData);
    }

    private static Durability of(Sync sync) throws DiskFault {
        try {
            sync.run();
            return DURABLE;
        } catch (DiskFault fault) {
            if (isUnsupported(fault.errno())) {
                return UNAVAILABLE;
            }
            throw fault;
        }
    }

    /// Whether a call failed because the file system does not have it, and not because of a fault.
    static boolean isUnsupported(Errno errno) {
        return errno == Errno.EINVAL || errno == Errno.EOPNOTSUPP || errno == Errno.ENOSYS;
    }

    private interface Sync {
        void run() throws DiskFault;
    }
}
