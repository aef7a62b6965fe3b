package dev.belay.core.lock.record;

import dev.belay.core.file.PrivateFile;
import dev.belay.core.identity.Identities;
import dev.belay.core.identity.Verdict;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.time.Duration;
import java.util.Optional;

/// The record that a name stood for when it was opened. Open until closed, so that its inode number
/// means this file and no other.
///
/// - **Refuses:** links, pipes, directories, files of others, and whatever else is not a short
///   private file; never waits for any of them.
public final class FoundRecord implements AutoCloseable {
    private final OpenFile file;
    private final FileStatus status;
    private final OwnerRecord owner;

    private FoundRecord(OpenFile file, FileStatus status, OwnerRecord owner) {
        this.file = file;
        this.status = status;
        this.owner = owner;
    }

    /// Reads a record's text.
    @FunctionalInterface
    public interface Parser {
        OwnerRecord parse(byte[] text) throws InvalidRecord;
    }

    /// Empty only when there is no such name.
    ///
    /// @throws InvalidRecord when what is there cannot be read, or is no record
    public static Optional<FoundRecord> open(Directory directory, String name, Parser parser)
            throws InvalidRecord {
        OpenFile file;
        try {
            file = directory.open(name, 0, OpenOption.READ);
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw unreadable(fault);
        }
        boolean complete = false;
        try {
            FileStatus status = file.status();
            Optional<PrivateFile.Flaw> flaw = PrivateFile.flaw(directory, status);
            if (flaw.isPresent()) {
                throw new InvalidRecord(flaw.get().found());
            }
            if (status.sizeBytes() > OwnerRecordFormat.BYTES_MAX) {
                throw new InvalidRecord(
                        "is longer than %d bytes".formatted(OwnerRecordFormat.BYTES_MAX));
            }
            byte[] text = RecordText.read(file, (int) status.sizeBytes());
            FoundRecord found = new FoundRecord(file, status, parser.parse(text));
            complete = true;
            return Optional.of(found);
        } catch (DiskFault fault) {
            throw unreadable(fault);
        } finally {
            if (!complete) {
                file.close();
            }
        }
    }

    public OwnerRecord owner() {
        return owner;
    }

    /// Whether `name` still stands for this record.
    public boolean isNamed(Directory directory, String name) throws DiskFault {
        return directory.status(name).filter(status::isSameFile).isPresent();
    }

    /// Whether its owner is gone. The kernel decides where the owner locks its record: who is
    /// granted that lock here keeps it until [#close], so that nobody else is told the same.
    public Verdict judge(Identities identities) throws DiskFault {
        if (!owner.kernelLock()) {
            return identities.judge(owner.process());
        }
        return switch (FileLock.tryOn(file)) {
            case TAKEN -> new Verdict.Dead("is gone: nobody keeps its record locked");
            case REFUSED -> new Verdict.Live("is alive: it keeps its record locked");
            case UNSUPPORTED -> identities.judge(owner.process());
        };
    }

    /// Waits in the kernel's queue until the owner drops its lock, for at most `limit`.
    ///
    /// @return whether it did, and the lock is ours now; false at once where there is none to wait
    ///   for
    public boolean awaitOwner(Duration limit) throws DiskFault {
        return owner.kernelLock() && FileLock.waitOn(file, limit) == FileLock.TAKEN;
    }

    @Override
    public void close() {
        file.close();
    }

    private static InvalidRecord unreadable(DiskFault fault) {
        InvalidRecord unreadable =
                new InvalidRecord(
                        "cannot be read: %s (%s)"
                                .formatted(fault.errno().meaning(), fault.errno()));
        unreadable.initCause(fault);
        return unreadable;
    }
}
