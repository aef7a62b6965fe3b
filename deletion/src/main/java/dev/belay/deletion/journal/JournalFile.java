package dev.belay.deletion.journal;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.Durability;
import dev.belay.core.file.DurableFile;
import dev.belay.core.lock.Held;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The journal's file, and what it held when we last looked.
///
/// What we know is used for as long as the file's status is the one that it had. That is proof in
/// two cases. A file that we read: if it was at rest for long enough before ([BoundedFile]), since
/// a kernel may stamp two changes alike and give a new file the number of an old one. A file that
/// we wrote: at once, since we keep it open from when it was made, and a file that is open keeps
/// its number to itself.
///
/// - **Atomic:** [#replace] is.
/// - **Durable:** what [#load] returned, whoever wrote it; what [#replace] wrote.
/// - **Threads:** any number may [#read], which waits at most for a [#replace] of ours that is
///   under way; [#load] and [#replace] are for the owner of the lock.
/// - **Refuses:** an unreadable or invalid file, which is left as it is.
final class JournalFile {
    /// How many changes of ours a look waits for before it reads the file.
    private static final int LOOKS_MAX = 16;

    private final World world;
    private final Directory directory;
    private final DurableFile file;

    /// Guarded by this, with its contents, which [#replace] changes in place.
    private @Nullable Known known;

    /// Guarded by this: how often what is known has changed.
    private long version;

    /// Guarded by this: whether [#replace] is at work, and the file may be newer than what is
    /// known.
    private boolean replacing;

    /// Of what is known, and used by the owner of the lock only.
    private @Nullable FileText text;

    JournalFile(World world, Directory directory) {
        this.world = world;
        this.directory = directory;
        this.file = new DurableFile(directory, DeletionFormat.FILE, world.randomness());
    }

    /// What a file held.
    ///
    /// @param status empty for a file that was not there
    /// @param proves whether an equal status later proves that the file is the same
    /// @param durable whether it is known to survive a power cut
    /// @param kept the file itself, open, when we wrote it
    private record Known(
            Contents contents,
            Optional<FileStatus> status,
            boolean proves,
            boolean durable,
            @Nullable OpenFile kept) {

        boolean is(Optional<FileStatus> now) {
            return proves
                    && (now.isPresent()
                            ? status.isPresent() && status.get().isUnchanged(now.get())
                            : status.isEmpty());
        }
    }

    /// Asks what the file holds now. Takes no lock, and works on a full or read-only disk.
    <T> T read(Function<Contents, T> question) throws Refusal {
        for (int look = 0; look < LOOKS_MAX; look++) {
            long before = version();
            Optional<FileStatus> now = status();
            synchronized (this) {
                if (known != null && known.is(now)) {
                    return question.apply(known.contents());
                }
                if (replacing) {
                    // Most likely it is what we are writing, and soon known without reading it.
                    awaitReplacement();
                } else if (version == before) {
                    break;
                }
            }
        }
        Known fresh = readFile();
        synchronized (this) {
            if (known == null || !known.is(fresh.status())) {
                keep(fresh);
            }
            return question.apply(fresh.contents());
        }
    }

    private synchronized @Nullable Known known() {
        return known;
    }

    private synchronized long version() {
        return version;
    }

    private synchronized void awaitReplacement() {
        boolean interrupted = false;
        while (replacing) {
            try {
                wait();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// What the file holds, durably.
    Contents load(Held lock) throws IOException {
        Optional<FileStatus> now = status();
        Known current = known();
        if (current != null && current.is(now) && current.durable()) {
            return current.contents();
        }
        if (current == null || !current.is(now)) {
            current = readFile();
        }
        // A killed writer may have left a file that a power cut still takes back.
        file.confirm(lock::assertOwned);
        keep(new Known(current.contents(), current.status(), current.proves(), true, null));
        return current.contents();
    }

    /// Makes the draft the file, and what is known.
    ///
    /// @throws IOException when it is not known to be; what is known is then forgotten
    Durability replace(Draft draft, Held lock) throws IOException {
        FileText next = text != null && text.isOf(draft.base()) ? text : new FileText(draft.base());
        text = null; // Until it is known how the replacement ended.
        next.edit(draft);
        begin();
        try {
            Durability durability = replace(next.bytes(), draft, lock);
            text = next;
            return durability;
        } finally {
            end();
        }
    }

    private Durability replace(ByteBuffer bytes, Draft draft, Held lock) throws IOException {
        if (bytes.remaining() > DeletionFormat.BYTES_MAX) {
            throw new Refusal(
                    ErrorCode.DELETION_FULL,
                    directory.label(DeletionFormat.FILE),
                    "would grow beyond %d bytes".formatted(DeletionFormat.BYTES_MAX),
                    "`belay deletion list` shows what fills it");
        }
        DurableFile.Replaced replaced =
                file.replaceKeeping(DeletionFormat.PREVIOUS, bytes, lock::assertOwned);
        Optional<FileStatus> written = statusOrClosed(replaced.file());
        synchronized (this) {
            keep(
                    written.map(it ->
                                    new Known(
                                            draft.apply(),
                                            Optional.of(it),
                                            true,
                                            true,
                                            replaced.file()))
                            .orElse(null));
        }
        return replaced.durability();
    }

    private synchronized void begin() {
        replacing = true;
    }

    private synchronized void end() {
        replacing = false;
        notifyAll();
    }

    /// What the kernel says of the file that was just written. Without it the change stands all the
    /// same, and the next look reads the file.
    private static Optional<FileStatus> statusOrClosed(OpenFile written) {
        try {
            return Optional.of(written.status());
        } catch (DiskFault _) {
            written.close();
            return Optional.empty();
        }
    }

    /// Removes what killed writers left. For the owner of the lock.
    void removeLeftovers() throws DiskFault {
        file.removeTemporaries();
    }

    /// Closes what is kept open.
    synchronized void close() {
        keep(null);
    }

    private Optional<FileStatus> status() throws Refusal {
        try {
            return directory.status(DeletionFormat.FILE);
        } catch (DiskFault fault) {
            throw new Refusal(
                            ErrorCode.STATE_UNREADABLE,
                            directory.label(DeletionFormat.FILE),
                            "cannot be looked at: %s (%s)"
                                    .formatted(fault.errno().meaning(), fault.errno()),
                            "check the permissions of its directory")
                    .because(fault);
        }
    }

    private Known readFile() throws Refusal {
        Optional<BoundedFile> found =
                BoundedFile.read(directory, DeletionFormat.FILE, DeletionFormat.BYTES_MAX);
        if (found.isEmpty()) {
            return new Known(new Contents(List.of()), Optional.empty(), true, false, null);
        }
        BoundedFile bounded = found.get();
        List<Entry> entries;
        try {
            entries = DeletionFormat.read(bounded.bytes());
        } catch (InvalidJournal invalid) {
            throw invalid.of(directory.label(DeletionFormat.FILE));
        }
        return new Known(
                new Contents(entries),
                Optional.of(bounded.status()),
                bounded.isSettled(world.clock().now()),
                false,
                null);
    }

    /// Knows `next` instead of what was known.
    private synchronized void keep(@Nullable Known next) {
        OpenFile before = known == null ? null : known.kept();
        known = next;
        version++;
        if (before != null) {
            before.close();
        }
    }
}
