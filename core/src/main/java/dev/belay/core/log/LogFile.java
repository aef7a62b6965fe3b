package dev.belay.core.log;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.Durability;
import dev.belay.core.file.PrivateFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// A log, open for turns of one writer under the file's kernel lock.
///
/// Writers of all processes take turns: each opens the file, has it to itself until [#pause] or
/// [#close], and trusts nothing of it that may have changed since its last turn.
///
/// - **Durable:** when [#append] returns, its lines are, unless it says that they cannot be.
/// - **Crash:** may leave a part of what was being appended, zeros in its place, or all of it.
/// - **Fault:** a failed write is taken back. After a failed sync the lines may be there or not,
///   and even those that can be read may not survive: nothing is appended through this handle any
///   more, and the next turn begins with [#affirm].
/// - **Refuses:** what is not a private file or has a second name, which would be written to too,
///   and a lock that is not granted in time.
public final class LogFile implements AutoCloseable {
    private static final int PRIVATE = 0600;

    /// Each time, the file was replaced between opening and locking it.
    private static final int OPEN_ATTEMPTS_MAX = 16;

    private static final int CHUNK_BYTES = 64 << 10;

    private final Directory directory;
    private final String name;
    private final OpenFile file;
    private FileStatus status;
    private boolean poisoned;

    private LogFile(Directory directory, String name, OpenFile file, FileStatus status) {
        this.directory = directory;
        this.name = name;
        this.file = file;
        this.status = status;
    }

    /// Opens the log and waits for its lock for at most `limit`; empty when there is no such file.
    public static Optional<LogFile> open(Directory directory, String name, Duration limit)
            throws DiskFault, Refusal {
        for (int attempt = 0; attempt < OPEN_ATTEMPTS_MAX; attempt++) {
            OpenFile file;
            try {
                file = directory.open(name, 0, OpenOption.READ, OpenOption.APPEND);
            } catch (DiskFault fault) {
                if (fault.errno() == Errno.ENOENT) {
                    return Optional.empty();
                }
                throw PrivateFile.unreadable(directory, name, fault);
            }
            Optional<LogFile> locked = lock(directory, name, file, limit);
            if (locked.isPresent()) {
                return locked;
            }
        }
        throw replaced(directory, name);
    }

    /// Like [#open], but creates a log that is not there. Its name is not durable by that.
    ///
    /// A log without lines is made anew: a sync of its name may have failed, and a second one would
    /// do nothing for that name. Nobody has been told of a line in it.
    public static LogFile create(Directory directory, String name, Duration limit)
            throws DiskFault, Refusal {
        for (int attempt = 0; attempt < OPEN_ATTEMPTS_MAX; attempt++) {
            Optional<LogFile> found = open(directory, name, limit);
            if (found.isPresent() && found.get().sizeBytes() > 0) {
                return found.get();
            }
            try (LogFile _ = found.orElse(null)) {
                if (found.isPresent()) {
                    directory.unlink(name);
                }
            }
            Optional<LogFile> created = createNew(directory, name, limit);
            if (created.isPresent()) {
                return created.get();
            }
        }
        throw replaced(directory, name);
    }

    /// Empty when another process was faster.
    private static Optional<LogFile> createNew(Directory directory, String name, Duration limit)
            throws DiskFault, Refusal {
        OpenFile file;
        try {
            file =
                    directory.open(
                            name,
                            PRIVATE,
                            OpenOption.READ,
                            OpenOption.APPEND,
                            OpenOption.CREATE,
                            OpenOption.EXCLUSIVE);
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.EEXIST) {
                return Optional.empty();
            }
            if (fault.isFull()) {
                throw fault;
            }
            throw PrivateFile.unreadable(directory, name, fault);
        }
        return lock(directory, name, file, limit);
    }

    /// Waits for the lock of an open file; empty when the name stands for another one then.
    private static Optional<LogFile> lock(
            Directory directory, String name, OpenFile file, Duration limit)
            throws DiskFault, Refusal {
        boolean kept = false;
        try {
            lock(file, limit);
            FileStatus status = file.status();
            PrivateFile.require(directory, file.label(), status);
            PrivateFile.requireOneName(file.label(), status);
            // Whoever replaced the file meanwhile took the turn with it.
            kept = directory.status(name).map(status::isSameFile).orElse(false);
            return kept
                    ? Optional.of(new LogFile(directory, name, file, status))
                    : Optional.empty();
        } finally {
            if (!kept) {
                file.close();
            }
        }
    }

    private static Refusal replaced(Directory directory, String name) {
        return new Refusal(
                ErrorCode.STATE_CHANGED,
                directory.label(name),
                "was replaced each of the %d times it was opened".formatted(OPEN_ATTEMPTS_MAX),
                "look for a program that writes the file");
    }

    private static void lock(OpenFile file, Duration limit) throws Refusal {
        boolean granted;
        try {
            granted = file.lock(limit);
        } catch (DiskFault fault) {
            throw new Refusal(
                            ErrorCode.LOCK_UNAVAILABLE,
                            file.label(),
                            "cannot be locked: %s (%s)"
                                    .formatted(fault.errno().meaning(), fault.errno()),
                            "keep it on a file system that has kernel locks")
                    .because(fault);
        }
        if (!granted) {
            throw new Refusal(
                    ErrorCode.LOCK_HELD,
                    file.label(),
                    "is being written by another process for more than %d ms"
                            .formatted(limit.toMillis()),
                    "run the command again; if this goes on, look for a process that hangs");
        }
    }

    public String label() {
        return file.label();
    }

    Directory directory() {
        return directory;
    }

    String name() {
        return name;
    }

    /// What the kernel said of the file after the last thing that was done to it here.
    public FileStatus status() {
        return status;
    }

    public long sizeBytes() {
        return status.sizeBytes();
    }

    /// Shows the lines from a position on, which is the start of the line `number`.
    public LogEnd read(long from, long number, LineVisitor visitor) throws IOException {
        return LogLines.read(file, from, number, visitor);
    }

    /// The bytes from `from` to `to`, or to the end of the file.
    byte[] bytes(long from, long to) throws DiskFault {
        byte[] bytes = new byte[(int) (to - from)];
        int length = 0;
        while (length < bytes.length) {
            int count = file.read(bytes, length, bytes.length - length, from + length);
            if (count < 0) {
                throw new DiskFault("read", file.label(), Errno.EIO, "the file was cut off");
            }
            length += count;
        }
        return bytes;
    }

    /// The line whose line feed ends at `end`, without it; empty when no line ends there.
    public Optional<byte[]> lineEndingAt(long end) throws IOException {
        if (end < 1 || end > sizeBytes() || bytes(end - 1, end)[0] != '\n') {
            return Optional.empty();
        }
        return Optional.of(bytes(LogTail.lineStart(this, end - 1, LogLine.BYTES_MAX), end - 1));
    }

    /// Ends the log in a whole line again, durably.
    ///
    /// A record that lacks nothing but its line feed gets it: others may have acted on it. Anything
    /// else behind `tornFrom` was never acknowledged; it is kept aside, then cut off.
    ///
    /// @param tornFrom behind the last whole line
    public TailRepair repair(long tornFrom, LineCheck check, World world)
            throws DiskFault, Refusal {
        return LogTail.repair(this, tornFrom, check, world);
    }

    /// Appends `lines`, each with its line feed, and returns when they are durable.
    public Durability append(byte[] lines) throws DiskFault, Refusal {
        requireSound();
        long from = status.sizeBytes();
        try {
            file.writeAll(lines, 0, lines.length, from);
        } catch (DiskFault fault) {
            takeBack(from, fault);
            throw fault;
        }
        poisoned = true; // Until it is known how the sync ended.
        Durability durability = Durability.syncData(file);
        status = file.status();
        if (status.sizeBytes() != from + lines.length) {
            throw new Refusal(
                    ErrorCode.STATE_CHANGED,
                    file.label(),
                    "grew by more than was written to it",
                    "look for a program that writes the file without its lock");
        }
        poisoned = false;
        return durability;
    }

    /// Makes the bytes from `from` on durable, whoever wrote them and however that ended.
    ///
    /// They are written anew, in place: after a failed sync the kernel may take pages for written
    /// that are not, and a second sync would do nothing for them.
    public Durability affirm(long from) throws DiskFault, Refusal {
        requireSound();
        try (OpenFile inPlace = directory.open(name, 0, OpenOption.READ, OpenOption.WRITE)) {
            for (long at = from; at < sizeBytes(); at += CHUNK_BYTES) {
                byte[] chunk = bytes(at, Math.min(at + CHUNK_BYTES, sizeBytes()));
                inPlace.writeAll(chunk, 0, chunk.length, at);
            }
            Durability durability = Durability.syncData(inPlace);
            status = file.status();
            return durability;
        }
    }

    /// Cuts the log off behind `size` bytes, durably.
    Durability cut(long size) throws DiskFault, Refusal {
        requireSound();
        poisoned = true; // Until it is known how the sync ended.
        file.truncate(size);
        Durability durability = Durability.sync(file);
        status = file.status();
        poisoned = false;
        return durability;
    }

    private void requireSound() throws Refusal {
        if (poisoned) {
            throw new Refusal(
                    ErrorCode.STATE_UNWRITABLE,
                    file.label(),
                    "a sync failed, and nothing more is written until it is opened anew",
                    "run the command again; if this goes on, look at the disk");
        }
    }

    /// Under the lock nobody else has appended, so what is behind `from` is ours.
    private void takeBack(long from, DiskFault reason) {
        poisoned = true;
        try {
            file.truncate(from);
            status = file.status();
            poisoned = false;
        } catch (DiskFault second) {
            reason.addSuppressed(second);
        }
    }

    /// Ends the turn; the file stays open for [#resume].
    void pause() {
        file.unlock();
    }

    /// Begins the next turn, which it waits for like [#open].
    ///
    /// @return false when the name stands for another file by now, or the file is not as the last
    ///   turn left it: it must be opened anew
    boolean resume(Duration limit) throws DiskFault, Refusal {
        lock(file, limit);
        // The file is open, so that its number is no other's. Of one that is the same to its times,
        // owner and names are too.
        return directory.status(name).filter(status::isUnchanged).isPresent();
    }

    /// Ends the turn.
    @Override
    public void close() {
        file.close();
    }
}
