package dev.belay.connector.journal;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.Durability;
import dev.belay.core.file.DurableFile;
import dev.belay.core.file.WriteOnceFile;
import dev.belay.core.log.GroupCommit;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Files of one directory that are written once.
///
/// - **Atomic:** a reader sees no file or all of it.
/// - **Durable:** what was published stays. Files that are published at the same time share the
///   disk's work, and its failure.
/// - **Fault:** a failed write may have left the file; the same one may be published again.
/// - **Threads:** any number.
final class OnceFiles {
    private static final String TEMPORARY = ".tmp-";

    /// What one publication of several files writes, but for a single file that is longer.
    private static final int SHARED_BYTES_MAX = 1 << 20;

    private final World world;
    private final Directory directory;
    private final int bytesMax;

    /// Files that are to be published at the same time share the disk's work.
    private final GroupCommit<WriteOnceFile.NewFile, WriteOnceFile.Outcome> publications;

    /// Names whose file may be there although the write failed.
    private final Set<String> doubtful = ConcurrentHashMap.newKeySet();

    /// @param bytesMax what a file may have
    OnceFiles(World world, Directory directory, int bytesMax) {
        this.world = world;
        this.directory = directory;
        this.bytesMax = bytesMax;
        this.publications =
                new GroupCommit<>(
                        SHARED_BYTES_MAX,
                        file -> file.content().remaining(),
                        files -> WriteOnceFile.publish(directory, files, world.randomness()));
    }

    Directory directory() {
        return directory;
    }

    /// Creates a file; empty when there is anything under its name.
    Optional<Durability> publish(String name, byte[] bytes) throws IOException {
        if (bytes.length > bytesMax) {
            throw new Refusal(
                    ErrorCode.STATE_UNWRITABLE,
                    directory.label(name),
                    "would have %d bytes, and at most %d are read"
                            .formatted(bytes.length, bytesMax),
                    "");
        }
        boolean mayBeOurs = !doubtful.add(name);
        Optional<Durability> durability =
                switch (publications.submit(
                        new WriteOnceFile.NewFile(name, ByteBuffer.wrap(bytes)))) {
                    case WriteOnceFile.Outcome.Published(Durability how) -> Optional.of(how);
                    case WriteOnceFile.Outcome.AlreadyThere _ ->
                            mayBeOurs && holds(name, bytes)
                                    ? Optional.of(publishAgain(name, bytes))
                                    : Optional.empty();
                };
        doubtful.remove(name);
        return durability;
    }

    /// After a sync that failed, another proves nothing about the name; a new one for the same
    /// bytes can be made durable.
    private Durability publishAgain(String name, byte[] bytes) throws IOException {
        return new DurableFile(directory, name, world.randomness()).replace(bytes, () -> {});
    }

    private boolean holds(String name, byte[] bytes) throws IOException {
        return read(name).filter(file -> Arrays.equals(file, bytes)).isPresent();
    }

    /// The bytes of a file; empty when there is none.
    Optional<byte[]> read(String name) throws IOException {
        return BoundedFile.read(directory, name, bytesMax).map(BoundedFile::bytes);
    }

    /// All names, in no order.
    List<String> names() throws DiskFault {
        return names(directory);
    }

    static List<String> names(Directory directory) throws DiskFault {
        return directory.walk(Stream::toList);
    }

    /// Removes what killed writers of this directory left behind. The caller owns it.
    ///
    /// @return all other names, in no order
    static List<String> removeTemporaries(Directory directory) throws DiskFault {
        List<String> others = new ArrayList<>();
        for (String entry : names(directory)) {
            if (isTemporary(entry)) {
                directory.unlink(entry);
            } else {
                others.add(entry);
            }
        }
        return others;
    }

    private static boolean isTemporary(String entry) {
        int mark = entry.lastIndexOf(TEMPORARY);
        return mark > 1 && DurableFile.isTemporary(entry.substring(1, mark), entry);
    }
}
