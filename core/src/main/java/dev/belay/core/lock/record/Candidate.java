package dev.belay.core.lock.record;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.Durability;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.Arrays;
import java.util.Optional;

/// A complete record under a name of its own, kernel-locked by us, to be given the name that counts
/// by a link.
///
/// - **Atomic:** the name that counts stands for a whole record or for none.
/// - **Durable:** the content before the name, so that no power cut leaves an empty record. The
///   names are not synced: after a power cut every owner is gone, and a name that is lost with it
///   is one less to remove.
/// - **Crash:** leaves a candidate, which the next owner removes.
public final class Candidate implements AutoCloseable {
    private static final int PRIVATE = 0600;

    private final Directory directory;
    private final String name;
    private final OpenFile file;
    private final FileStatus status;
    private final OwnerRecord owner;
    private final byte[] text;

    private Candidate(Directory directory, String name, OpenFile file, OwnerRecord owner)
            throws DiskFault {
        this.directory = directory;
        this.name = name;
        this.file = file;
        this.status = file.status();
        this.owner = owner;
        this.text = OwnerRecordFormat.print(owner);
    }

    /// Writes `owner` under `name`, with the kernel lock where there is one.
    ///
    /// @throws Refusal `LOCK_UNAVAILABLE`; then nothing is left but what cannot be removed
    public static Candidate create(Directory directory, String name, OwnerRecord owner)
            throws Refusal {
        OpenFile file;
        try {
            file =
                    directory.open(
                            name,
                            PRIVATE,
                            OpenOption.READ,
                            OpenOption.WRITE,
                            OpenOption.CREATE,
                            OpenOption.EXCLUSIVE);
        } catch (DiskFault fault) {
            throw unavailable(directory.label(name), fault);
        }
        boolean complete = false;
        try {
            Candidate candidate = complete(directory, name, file, owner);
            complete = true;
            return candidate;
        } catch (DiskFault fault) {
            throw unavailable(directory.label(name), fault);
        } finally {
            if (!complete) {
                file.close();
                removeQuietly(directory, name);
            }
        }
    }

    private static Candidate complete(
            Directory directory, String name, OpenFile file, OwnerRecord draft)
            throws DiskFault, Refusal {
        // Locked before anybody can find it by the name that counts: no moment is left at which
        // our record can be read and its lock be had.
        FileLock lock = FileLock.tryOn(file);
        if (lock == FileLock.REFUSED) {
            throw unavailable(file.label(), "was locked by another program as it was created");
        }
        if (lock == FileLock.UNSUPPORTED && !draft.process().isComplete()) {
            throw unavailable(
                    file.label(),
                    "this file system has no kernel locks, and this process cannot tell its own"
                            + " start time, boot, and PID namespace, by which others could judge"
                            + " it");
        }
        OwnerRecord owner = draft.withKernelLock(lock == FileLock.TAKEN);
        byte[] text = OwnerRecordFormat.print(owner);
        requireReadable(file.label(), owner, text);
        file.writeAll(text, 0, text.length, 0);
        Durability.sync(file);
        return new Candidate(directory, name, file, owner);
    }

    public OwnerRecord owner() {
        return owner;
    }

    /// Gives the record the name that counts; false when that is taken. Its own name stays, to be
    /// dropped.
    public boolean publish(String published) throws Refusal {
        try {
            directory.link(name, published);
            return true;
        } catch (DiskFault fault) {
            return switch (fault.errno()) {
                case EEXIST -> false;
                case EPERM, EOPNOTSUPP, ENOSYS, EMLINK ->
                        throw unavailable(
                                        directory.label(published),
                                        "the file system of the directory lacks hard links (%s)"
                                                .formatted(fault.errno()))
                                .because(fault);
                default -> throw unavailable(directory.label(published), fault);
            };
        }
    }

    /// Gives the record the name that counts, in place of the record that has it.
    public void supersede(String published) throws DiskFault {
        directory.rename(name, directory, published);
    }

    /// Removes the candidate's own name, which was needed for the link only. A name that cannot be
    /// removed harms nobody and is left to the next clean-up.
    public void dropName() {
        removeQuietly(directory, name);
    }

    /// Whether `published` stands for this record, unaltered.
    public boolean isNamed(String published) throws DiskFault {
        Optional<FileStatus> found = directory.status(published);
        if (found.isEmpty()
                || !found.get().isSameFile(status)
                || found.get().sizeBytes() != text.length) {
            return false;
        }
        return Arrays.equals(text, RecordText.read(file, text.length));
    }

    /// Drops the kernel lock.
    @Override
    public void close() {
        file.close();
    }

    private static void requireReadable(String label, OwnerRecord owner, byte[] text)
            throws Refusal {
        try {
            OwnerRecord read =
                    owner.targetToken().isEmpty()
                            ? OwnerRecordFormat.parse(text)
                            : OwnerRecordFormat.parseReaper(text, owner.targetToken());
            if (!read.equals(owner)) {
                throw unavailable(label, "the record to be written reads as another");
            }
        } catch (InvalidRecord invalid) {
            throw unavailable(label, "the record to be written " + invalid.found())
                    .because(invalid);
        }
    }

    private static void removeQuietly(Directory directory, String name) {
        try {
            directory.unlink(name);
        } catch (DiskFault _) {
            // It is gone, or `inspect` shows it and a later owner removes it.
        }
    }

    /// The refusal for a system call of the protocol that failed.
    public static Refusal unavailable(String label, DiskFault fault) {
        return unavailable(
                        label,
                        "the lock could not be taken: %s (%s)"
                                .formatted(fault.errno().meaning(), fault.errno()))
                .because(fault);
    }

    private static Refusal unavailable(String label, String found) {
        return new Refusal(
                ErrorCode.LOCK_UNAVAILABLE,
                label,
                found,
                "check the file system: its free space and inodes, its permissions, its mount"
                        + " options");
    }
}
