package dev.belay.core.file;

import dev.belay.core.error.Refusal;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.Randomness;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/// A small file, mode 0600, that is replaced as one step.
///
/// - **Atomic:** a reader sees the old bytes or the new ones, never a mixture, never none.
/// - **Durable:** once a replacement returns `DURABLE`, the new bytes survive a power cut.
/// - **Crash:** leaves the old bytes or the new, and perhaps a temporary file, which
///   [#removeTemporaries] removes. What a killed writer left visible may still be lost to a power
///   cut: [#confirm] before acting on it.
/// - **Fault:** after a failed replacement the file holds the old bytes or the new, and must be
///   read again. Nothing that waited for the new ones may go on.
/// - **Threads:** one writer, which holds the lock of what the file belongs to. Any number of
///   readers.
/// - **Refuses:** to replace what is not a private file; a symbolic link stays one.
///
/// Temporary files are made beside the file, or in a directory that the caller names where no other
/// name may be beside it.
public final class DurableFile {
    /// More than any file has that is replaced whole.
    private static final int REWRITTEN_BYTES_MAX = 64 << 20;

    private final Directory directory;
    private final String name;
    private final Directory temporaries;
    private final Randomness randomness;

    /// Whether a sync of ours failed since the last one that made all durable.
    private boolean isDoubtful;

    public DurableFile(Directory directory, String name, Randomness randomness) {
        this(directory, name, directory, randomness);
    }

    /// The file `name` of `directory`, whose temporary files lie elsewhere.
    ///
    /// @param temporaries another directory of the same file system, for temporary files
    public DurableFile(
            Directory directory, String name, Directory temporaries, Randomness randomness) {
        this.directory = directory;
        this.name = name;
        this.temporaries = temporaries;
        this.randomness = randomness;
    }

    /// How a replacement ended.
    ///
    /// @param file what has the name now, still open, so that it keeps its inode number
    public record Replaced(Durability durability, OpenFile file) implements AutoCloseable {
        @Override
        public void close() {
            file.close();
        }
    }

    /// What writes all of a file, piece by piece.
    public interface Content {
        void writeTo(OutputStream file) throws IOException;
    }

    /// Makes `content` the whole of this file.
    ///
    /// @param owner asked once more right before the step that readers see
    public Durability replace(byte[] content, OwnershipCheck owner) throws IOException {
        requireReplaceable();
        return replace(
                TemporaryFile.write(temporaries, temporaryName(), ByteBuffer.wrap(content)), owner);
    }

    /// Makes what `content` writes the whole of this file, which need not fit into memory. Where it
    /// fails, the file stays as it is.
    public Durability replace(Content content, OwnershipCheck owner) throws IOException {
        requireReplaceable();
        return replace(TemporaryFile.write(temporaries, temporaryName(), content), owner);
    }

    private Durability replace(TemporaryFile written, OwnershipCheck owner) throws IOException {
        try (TemporaryFile temporary = written) {
            temporary.sync();
            owner.requireOwned();
            return publish(temporary);
        }
    }

    /// Like [#replace], and keeps the bytes until now under the name `previous`.
    ///
    /// After a crash `previous` may hold the same bytes as the file, or those of the generation
    /// before; it is whole in any case.
    ///
    /// @param content from its position to its limit; it has an array, and stays as it is
    public Replaced replaceKeeping(String previous, ByteBuffer content, OwnershipCheck owner)
            throws IOException {
        Optional<FileStatus> current = requireReplaceable();
        try (TemporaryFile temporary = TemporaryFile.write(temporaries, temporaryName(), content)) {
            temporary.sync();
            owner.requireOwned();
            if (current.isPresent()) {
                keepAs(previous, current.get());
            }
            owner.requireOwned();
            return new Replaced(publish(temporary), temporary.take());
        }
    }

    /// Makes what a reader sees now durable, whoever wrote it and however that writer ended.
    ///
    /// After a sync of ours that failed, the file is written anew: the kernel may take for durable
    /// what is not, and a second sync would do nothing for it.
    ///
    /// @param owner asked where the file is written anew
    public Durability confirm(OwnershipCheck owner) throws IOException {
        if (isDoubtful) {
            Optional<BoundedFile> current = BoundedFile.read(directory, name, REWRITTEN_BYTES_MAX);
            if (current.isPresent()) {
                return replace(current.get().bytes(), owner);
            }
        }
        isDoubtful = true; // Until it is known how the syncs ended.
        Durability content = syncContent();
        Durability names = Durability.sync(directory);
        isDoubtful = false;
        return content.and(names);
    }

    private Durability syncContent() throws DiskFault {
        try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
            return Durability.sync(file);
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Durability.DURABLE;
            }
            throw fault;
        }
    }

    /// Removes what killed writers of this file left behind.
    ///
    /// The caller holds the lock of the file: no writer is at work.
    public void removeTemporaries() throws DiskFault {
        List<String> leftovers =
                temporaries.walk(names -> names.filter(entry -> isTemporary(name, entry)).toList());
        for (String leftover : leftovers) {
            temporaries.unlink(leftover);
        }
    }

    /// Whether an entry of a directory is a temporary file of a writer of the file `name`.
    public static boolean isTemporary(String name, String entry) {
        return TemporaryFile.isNameFor(name, entry);
    }

    private Durability publish(TemporaryFile temporary) throws DiskFault {
        isDoubtful = true; // Until it is known how the sync ended.
        temporary.renameTo(directory, name); // Readers switch here.
        Durability durability = temporary.durability().and(Durability.sync(directory));
        isDoubtful = false; // Durable here.
        return durability;
    }

    private String temporaryName() {
        return TemporaryFile.nameFor(name, randomness.uuid());
    }

    /// A rename would put a regular file in the place of a link, and the two would go apart.
    private Optional<FileStatus> requireReplaceable() throws DiskFault, Refusal {
        Optional<FileStatus> status = directory.status(name);
        if (status.isPresent()) {
            PrivateFile.require(directory, directory.label(name), status.get());
        }
        return status;
    }

    private void keepAs(String previous, FileStatus current) throws DiskFault {
        if (isKeptAs(previous, current)) {
            return; // A rename of one name of a file over another would do nothing.
        }
        String temporary = temporaryName();
        directory.link(name, temporary);
        try {
            directory.rename(temporary, directory, previous);
        } catch (DiskFault fault) {
            try {
                directory.unlink(temporary);
            } catch (DiskFault second) {
                fault.addSuppressed(second);
            }
            throw fault;
        }
    }

    /// A file with one name has no other.
    private boolean isKeptAs(String previous, FileStatus current) throws DiskFault {
        return current.links() > 1
                && directory.status(previous).filter(current::isSameFile).isPresent();
    }
}
