package dev.belay.core.lock.directory;

import dev.belay.core.file.Durability;
import dev.belay.core.lock.directory.DirectoryLock.Removal;
import dev.belay.core.lock.record.FileLock;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.Optional;

/// A directory of ours, complete with its record, which we keep kernel-locked until closed.
///
/// - **Threads:** one at a time.
public final class OwnDirectory implements AutoCloseable {
    private static final int PRIVATE_DIRECTORY = 0700;
    private static final int PRIVATE = 0600;

    private final DirectoryLock lock;
    private final String prepared;
    private final Directory directory;
    private final OpenFile record;
    private final boolean kernelLocked;
    private final FileStatus status;
    private final FileStatus recordStatus;

    private OwnDirectory(DirectoryLock lock, String prepared, Directory directory, Written written)
            throws DiskFault {
        this.lock = lock;
        this.prepared = prepared;
        this.directory = directory;
        this.record = written.file();
        this.kernelLocked = written.kernelLocked();
        this.status = directory.status();
        this.recordStatus = record.status();
    }

    /// What the record says.
    @FunctionalInterface
    public interface Text {
        /// The bytes of the record.
        ///
        /// @param kernelLock whether the kernel tells others that its writer lives
        byte[] of(boolean kernelLock) throws DiskFault;
    }

    private record Written(OpenFile file, boolean kernelLocked) {}

    static OwnDirectory prepare(DirectoryLock lock, String token, Text text) throws DiskFault {
        String prepared = lock.names().prepared(token);
        lock.parent().makeDirectory(prepared, PRIVATE_DIRECTORY);
        boolean complete = false;
        Optional<Directory> opened = Optional.empty();
        try {
            Directory directory = lock.parent().openDirectory(prepared);
            opened = Optional.of(directory);
            OwnDirectory own =
                    new OwnDirectory(lock, prepared, directory, write(lock, directory, text));
            complete = true;
            return own;
        } finally {
            if (!complete) {
                discard(lock, prepared, opened);
            }
        }
    }

    private static void discard(DirectoryLock lock, String prepared, Optional<Directory> opened) {
        if (opened.isPresent()) {
            lock.discard(prepared, opened.get());
            opened.get().close();
            return;
        }
        try {
            lock.parent().removeDirectory(prepared);
        } catch (DiskFault _) {
            // Nobody reads it, and the next owner tries again.
        }
    }

    private static Written write(DirectoryLock lock, Directory directory, Text text)
            throws DiskFault {
        OpenFile file =
                directory.open(
                        lock.names().record(),
                        PRIVATE,
                        OpenOption.READ,
                        OpenOption.WRITE,
                        OpenOption.CREATE,
                        OpenOption.EXCLUSIVE);
        boolean complete = false;
        try {
            // Before anybody can find it: a record that can be read is one that is locked.
            FileLock locked = FileLock.tryOn(file);
            if (locked == FileLock.REFUSED) {
                throw new DiskFault("flock", file.label(), Errno.EBUSY, "just created");
            }
            boolean kernelLocked = locked == FileLock.TAKEN;
            byte[] bytes = text.of(kernelLocked);
            file.writeAll(bytes, 0, bytes.length, 0);
            Durability.sync(file);
            if (!lock.names().guard().isEmpty()) {
                directory.makeDirectory(lock.names().guard(), PRIVATE_DIRECTORY);
            }
            Durability.sync(directory);
            complete = true;
            return new Written(file, kernelLocked);
        } finally {
            if (!complete) {
                file.close();
            }
        }
    }

    /// Whether the kernel tells others that we live.
    public boolean kernelLocked() {
        return kernelLocked;
    }

    /// Gives the directory the lock's name; false when that is taken, even by an empty directory.
    /// The name is not synced: after a power cut its owner is gone in any case.
    public boolean publish() throws DiskFault {
        try {
            lock.parent().renameNoReplace(prepared, lock.parent(), lock.names().directory());
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.EEXIST || fault.errno() == Errno.ENOTEMPTY) {
                return false;
            }
            throw fault;
        }
        return true;
    }

    /// Whether the lock's name stands for this directory, with our record in it.
    public boolean isNamed() throws DiskFault {
        Optional<FileStatus> named = lock.parent().status(lock.names().directory());
        return named.isPresent() && isOurs(named.get());
    }

    private boolean isOurs(FileStatus other) throws DiskFault {
        return other.isSameFile(status)
                && directory
                        .status(lock.names().record())
                        .filter(recordStatus::isSameFile)
                        .isPresent();
    }

    /// Removes what was not published.
    public void discard() {
        lock.discard(prepared, directory);
    }

    /// Gives up the lock's name, if it is ours still.
    public Removal remove() throws DiskFault {
        return isNamed() ? lock.remove(directory, this::isOurs) : Removal.CHANGED;
    }

    /// Drops the kernel lock. The name goes first ([#remove]).
    @Override
    public void close() {
        record.close();
        directory.close();
    }
}
