package dev.belay.staging.mirror;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.PrivateFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.Optional;

/// The lock of a slot, or of all of them while one is chosen.
///
/// The Node program takes such an empty file for a database of SQLite and begins an exclusive
/// transaction in it, which locks the bytes that are locked here. So each keeps the other out.
///
/// - **Crash:** the lock ends with its process.
/// - **Threads:** one.
public final class SlotLock implements AutoCloseable {
    /// Where SQLite locks a file: `PENDING_BYTE`, which it never writes, and the bytes behind it.
    private static final long FIRST = 0x4000_0000L;

    /// The pending byte, the reserved byte, and 510 that readers share.
    private static final long LENGTH = 512;

    private static final int PRIVATE = 0600;

    private final Directory directory;
    private final String name;
    private final OpenFile file;

    private SlotLock(Directory directory, String name, OpenFile file) {
        this.directory = directory;
        this.name = name;
        this.file = file;
    }

    /// Takes the lock that the file `name` stands for, which is made where there is none; empty
    /// when somebody else has it.
    static Optional<SlotLock> take(Directory directory, String name) throws DiskFault, Refusal {
        OpenFile file = directory.open(name, PRIVATE, OpenOption.WRITE, OpenOption.CREATE);
        boolean isTaken = false;
        try {
            requireEmpty(directory, name, file.status());
            SlotLock lock = new SlotLock(directory, name, file);
            // Whoever had it before may have removed the file with its slot.
            isTaken = file.tryLockRange(FIRST, LENGTH) && lock.isNamed();
            return isTaken ? Optional.of(lock) : Optional.empty();
        } finally {
            if (!isTaken) {
                file.close();
            }
        }
    }

    /// SQLite would read what is in it.
    private static void requireEmpty(Directory directory, String name, FileStatus status)
            throws DiskFault, Refusal {
        String label = directory.label(name);
        PrivateFile.require(directory, label, status);
        PrivateFile.requireOneName(label, status);
        if (status.sizeBytes() != 0) {
            throw new Refusal(
                    ErrorCode.LOCK_UNREADABLE,
                    label,
                    "has something in it",
                    "find out what wrote it, then remove it");
        }
    }

    /// Whether the name still stands for the file that is locked.
    boolean isNamed() throws DiskFault {
        Optional<FileStatus> named = directory.status(name);
        return named.isPresent() && named.get().isSameFile(file.status());
    }

    @Override
    public void close() {
        file.close();
    }
}
