package dev.belay.core.file;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.Randomness;
import java.nio.ByteBuffer;

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
        default Outcome and(Durability names) {
            return switch (this) {
                case Published(Durability durability) -> new Published(durability.and(names));
                case AlreadyThere(Durability durability) -> new AlreadyThere(durability.and(names));
            };
        }
    }

    private WriteOnceFile() {}

    /// Creates the file `name`, unless the name stands for anything already.
    public static Outcome publish(
            Directory directory, String name, byte[] content, Randomness randomness)
            throws DiskFault {
        Outcome outcome = place(directory, name, content, randomness);
        return outcome.and(Durability.sync(directory)); // Durable here, the loser's view too.
    }

    /// Does all of [#publish] but the sync of the directory, before which nobody may rely on the
    /// file. Several publishers can share one, which begins once all are back from here.
    public static Outcome place(
            Directory directory, String name, byte[] content, Randomness randomness)
            throws DiskFault {
        String temporaryName = TemporaryFile.nameFor(name, randomness.uuid());
        boolean published;
        Durability written;
        try (TemporaryFile temporary =
                TemporaryFile.write(directory, temporaryName, ByteBuffer.wrap(content))) {
            published = link(temporary, name); // Readers see it from here.
            written = temporary.durability();
        }
        return published
                ? new Outcome.Published(written)
                : new Outcome.AlreadyThere(Durability.DURABLE);
    }

    private static boolean link(TemporaryFile temporary, String name) throws DiskFault {
        try {
            temporary.linkTo(name);
            return true;
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.EEXIST) {
                return false;
            }
            throw fault;
        }
    }
}
