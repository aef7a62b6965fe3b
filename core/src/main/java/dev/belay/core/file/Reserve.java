package dev.belay.core.audit;

import dev.belay.core.log.LogFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.Optional;

/// Room on the disk that is kept for audit lines and given up when there is no other.
///
/// - **Crash:** may leave it missing or short; it is made anew after the next append.
/// - **Threads:** one, which holds the lock of the log.
final class AuditReserve {
    static final int BYTES = 64 << 10;
    private static final int PRIVATE = 0600;

    private final Directory directory;
    private final String name;

    AuditReserve(Directory directory, String name) {
        this.directory = directory;
        this.name = name;
    }

    /// Frees the room; false when there was none to free.
    boolean giveUp() throws DiskFault {
        try {
            directory.unlink(name);
            return true;
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return false;
            }
            throw fault;
        }
    }

    /// Takes the room where it is missing and can be had.
    ///
    /// Nothing waits for it, so that a full disk is no failure here.
    ///
    /// @return whether it is there
    boolean restore() throws DiskFault {
        Optional<FileStatus> status = directory.status(name);
        if (status.isPresent() && status.get().sizeBytes() >= BYTES) {
            return true;
        }
        giveUp();
        try {
            make();
            return true;
        } catch (DiskFault fault) {
            giveUp();
            if (!LogFile.isFull(fault)) {
                throw fault;
            }
            return false;
        }
    }

    private void make() throws DiskFault {
        try (OpenFile file =
                directory.open(
                        name, PRIVATE, OpenOption.WRITE, OpenOption.CREATE, OpenOption.EXCLUSIVE)) {
            file.writeAll(new byte[BYTES], 0, BYTES, 0);
        }
    }
}
