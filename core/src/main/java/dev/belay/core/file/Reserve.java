package dev.belay.core.file;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.Optional;

/// Room on the disk that is kept, and given up when there is no other: what frees space must write
/// first.
///
/// - **Crash:** may leave it missing or short; [#restore] makes it anew.
/// - **Threads:** one; of several processes each may find it gone.
public final class Reserve {
    public static final int BYTES = 64 << 10;
    private static final int PRIVATE = 0600;

    private final Directory directory;
    private final String name;

    public Reserve(Directory directory, String name) {
        this.directory = directory;
        this.name = name;
    }

    /// Frees the room; false when there was none to free.
    public boolean giveUp() throws DiskFault {
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
    public boolean restore() throws DiskFault {
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
            if (!fault.isFull()) {
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
