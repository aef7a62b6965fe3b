package dev.belay.staging.warm;

import dev.belay.staging.removal.TreeRemoval;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.util.Optional;

/// Puts directories of a copy right: no link in their place, and with the permissions that they
/// were made with.
///
/// - **Threads:** any number; two may do the same.
final class CopyFolder {
    /// Those that decide who may do what; the bits beyond come from the directory above.
    private static final int DECIDING = 01777;

    private CopyFolder() {}

    /// Opens a directory, and removes whatever else has its name; empty where there is none then.
    static Optional<Directory> open(Directory above, String name, int permissions)
            throws DiskFault {
        Optional<FileStatus> status = above.status(name);
        if (status.isEmpty()) {
            return Optional.empty();
        }
        if (status.get().kind() != FileKind.DIRECTORY) {
            unlink(above, name);
            return Optional.empty();
        }
        int found = status.get().permissions();
        if ((found & DECIDING) != permissions) {
            above.changePermissions(name, (found & ~DECIDING) | permissions);
        }
        return Optional.of(above.openDirectory(name));
    }

    /// Removes an entry with everything below it.
    static void remove(Directory above, String name, FileStatus status) throws DiskFault {
        if (status.kind() == FileKind.DIRECTORY) {
            TreeRemoval.remove(above, name);
        } else {
            unlink(above, name);
        }
    }

    private static void unlink(Directory above, String name) throws DiskFault {
        try {
            above.unlink(name);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT) {
                throw fault; // Else another thread was faster.
            }
        }
    }
}
