package dev.belay.core.file;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A small file as it was at one moment: all of its bytes, and what the kernel said of it.
///
/// - **Atomic:** the file was the same before and after it was read, else it is read again.
/// - **Threads:** any number, beside writers that replace the file whole.
/// - **Refuses:** what is not a private file ([PrivateFile]), is longer than the limit, cannot be
///   read, or does not hold still. Only a name that does not exist (`ENOENT`) is an absent file.
public final class BoundedFile {
    /// How often a file that changes is read before we give up. A file that is replaced whole
    /// changes under one reading in a hundred even when replaced without pause.
    static final int ATTEMPTS_MAX = 16;

    /// Some kernels stamp changes with a clock that ticks every few milliseconds, and inodes are
    /// reused at once: a younger file might be changed again and look the same.
    private static final Duration SETTLED_AFTER = Duration.ofMillis(100);

    private final byte[] bytes;
    private final FileStatus status;

    private BoundedFile(byte[] bytes, FileStatus status) {
        this.bytes = bytes;
        this.status = status;
    }

    /// Reads the state file `name`; empty when there is none.
    ///
    /// @throws Refusal `STATE_UNREADABLE`, `FILE_NOT_PRIVATE`, or `STATE_CHANGED`, naming the file
    ///   by its label
    public static Optional<BoundedFile> read(Directory directory, String name, int bytesMax)
            throws Refusal {
        return read(
                directory,
                name,
                bytesMax,
                status -> PrivateFile.require(directory, directory.label(name), status));
    }

    /// Reads the file `name` whoever owns it and whoever else may: not state, but what an operator
    /// wrote.
    public static Optional<BoundedFile> readOfAnyone(Directory directory, String name, int bytesMax)
            throws Refusal {
        return read(
                directory,
                name,
                bytesMax,
                status -> PrivateFile.requireRegular(directory.label(name), status.kind()));
    }

    /// Whether a file with this status is read.
    private interface Check {
        void require(FileStatus status) throws DiskFault, Refusal;
    }

    private static Optional<BoundedFile> read(
            Directory directory, String name, int bytesMax, Check check) throws Refusal {
        String label = directory.label(name);
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
                Optional<BoundedFile> whole = readOnce(file, bytesMax, check);
                if (whole.isPresent()) {
                    return whole;
                }
            } catch (DiskFault fault) {
                if (fault.errno() == Errno.ENOENT) {
                    return Optional.empty();
                }
                throw PrivateFile.unreadable(directory, name, fault);
            }
        }
        throw new Refusal(
                ErrorCode.STATE_CHANGED,
                label,
                "changed each of the %d times it was read".formatted(ATTEMPTS_MAX),
                "run the command again; if this goes on, look for a program that writes the file");
    }

    /// Empty when the file changed meanwhile.
    private static Optional<BoundedFile> readOnce(OpenFile file, int bytesMax, Check check)
            throws DiskFault, Refusal {
        FileStatus before = file.status();
        check.require(before);
        if (before.sizeBytes() > bytesMax) {
            throw new Refusal(
                    ErrorCode.STATE_UNREADABLE,
                    file.label(),
                    "is %d bytes long, and at most %d are read"
                            .formatted(before.sizeBytes(), bytesMax),
                    "find out what wrote it, and put the file that belongs there in its place");
        }
        byte[] buffer = new byte[(int) before.sizeBytes()];
        int length = 0;
        while (length < buffer.length) {
            int count = file.read(buffer, length, buffer.length - length, length);
            if (count < 0) {
                break; // It was cut off, which its status will tell.
            }
            length += count;
        }
        FileStatus after = file.status();
        return before.isUnchanged(after)
                ? Optional.of(new BoundedFile(buffer, after))
                : Optional.empty();
    }

    /// All bytes of the file; the caller may keep the array, and must not change it.
    public byte[] bytes() {
        return bytes;
    }

    /// What the kernel said of the file after it was read.
    public FileStatus status() {
        return status;
    }

    /// Whether a later equal [FileStatus] proves that the file still holds these bytes.
    ///
    /// @param now the time when the file was read, or later
    public boolean isSettled(Instant now) {
        return !now.isBefore(status.changed().plus(SETTLED_AFTER));
    }
}
