package dev.belay.core.file;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.Randomness;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A file, mode 0600, that comes into being complete and never changes.
///
/// - **Atomic:** a reader sees no file or all of it; of several publishers one wins.
/// - **Durable:** once [#publish] returns a durable outcome, the file survives a power cut, whoever
///   published it.
/// - **Crash:** leaves no file or all of it, and perhaps a temporary file under a name that begins
///   with `.`.
public final class WriteOnceFile {
    /// How a publication ended.
    public sealed interface Outcome {
        /// The file is ours.
        record Published(Durability durability) implements Outcome {}

        /// The name stands for something already, which was left as it is.
        record AlreadyThere(Durability durability) implements Outcome {}

        /// The same, with what came of the sync of the directory.
        private Outcome and(Durability names) {
            return switch (this) {
                case Published(Durability durability) -> new Published(durability.and(names));
                case AlreadyThere(Durability durability) -> new AlreadyThere(durability.and(names));
            };
        }
    }

    /// A file that is to be.
    ///
    /// @param content what is left of a buffer with an array; its position stays
    public record NewFile(String name, ByteBuffer content) {}

    private WriteOnceFile() {}

    /// Creates the file `name`, unless the name stands for anything already.
    public static Outcome publish(
            Directory directory, String name, byte[] content, Randomness randomness)
            throws DiskFault {
        NewFile file = new NewFile(name, ByteBuffer.wrap(content));
        return publish(directory, List.of(file), randomness).getFirst();
    }

    /// Creates several files, each unless its name stands for anything already.
    ///
    /// Each step is taken for all of them before the next, so that they share what the disk does:
    /// the first sync of a file takes the others along, and the directory is synced once.
    ///
    /// @return what came of each, in their order
    /// @throws DiskFault when a step failed for one; each of them may be there or not
    public static List<Outcome> publish(
            Directory directory, List<NewFile> files, Randomness randomness) throws DiskFault {
        List<Outcome> outcomes = new ArrayList<>();
        try (Temporaries temporaries = new Temporaries()) {
            for (NewFile file : files) {
                String name = TemporaryFile.nameFor(file.name(), randomness.uuid());
                temporaries.all.add(TemporaryFile.write(directory, name, file.content()));
            }
            if (files.size() > 1) {
                temporaries.all.forEach(TemporaryFile::startSync);
            }
            for (TemporaryFile temporary : temporaries.all) {
                temporary.sync();
            }
            for (int i = 0; i < files.size(); i++) {
                outcomes.add(link(temporaries.all.get(i), files.get(i).name()));
            }
        }
        Durability names = Durability.sync(directory); // Durable here, the loser's view too.
        return outcomes.stream().map(outcome -> outcome.and(names)).toList();
    }

    /// Readers see the file from here.
    private static Outcome link(TemporaryFile temporary, String name) throws DiskFault {
        try {
            temporary.linkTo(name);
            return new Outcome.Published(temporary.durability());
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.EEXIST) {
                return new Outcome.AlreadyThere(Durability.DURABLE);
            }
            throw fault;
        }
    }

    /// Closes them all, whatever comes of each.
    private static final class Temporaries implements AutoCloseable {
        private final List<TemporaryFile> all = new ArrayList<>();

        @Override
        public void close() throws DiskFault {
            @Nullable DiskFault failure = null;
            for (TemporaryFile temporary : all) {
                try {
                    temporary.close();
                } catch (DiskFault fault) {
                    if (failure == null) {
                        failure = fault;
                    } else {
                        failure.addSuppressed(fault);
                    }
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
    }
}
