package dev.belay.core.file;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.UUID;

/// A complete, synced file under a name that nobody reads, about to get its real name.
///
/// Removed by [#close] unless it was renamed away. A crash leaves it behind; its name tells what it
/// was for, and the owner of the real name removes it.
final class TemporaryFile implements AutoCloseable {
    private static final int PRIVATE = 0600;
    private static final String MARK = ".tmp-";

    private final Directory directory;
    private final String name;
    private final Durability durability;
    private boolean present = true;

    private TemporaryFile(Directory directory, String name, Durability durability) {
        this.directory = directory;
        this.name = name;
        this.durability = durability;
    }

    /// The name begins with `.` and never ends in `.json`, so that no listing takes it for a
    /// record.
    static String nameFor(String name, UUID token) {
        return "." + name + MARK + token;
    }

    /// Whether `candidate` is a temporary name of a file called `name`.
    static boolean isNameFor(String name, String candidate) {
        String prefix = "." + name + MARK;
        if (!candidate.startsWith(prefix)) {
            return false;
        }
        String token = candidate.substring(prefix.length());
        return token.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    }

    /// Writes and syncs all of `content`, leaving nothing behind when that fails.
    static TemporaryFile write(Directory directory, String name, byte[] content) throws DiskFault {
        try (OpenFile file =
                directory.open(
                        name, PRIVATE, OpenOption.WRITE, OpenOption.CREATE, OpenOption.EXCLUSIVE)) {
            try {
                writeAll(file, content);
                return new TemporaryFile(directory, name, Durability.sync(file));
            } catch (DiskFault fault) {
                remove(directory, name, fault);
                throw fault;
            }
        }
    }

    private static void writeAll(OpenFile file, byte[] content) throws DiskFault {
        int written = 0;
        while (written < content.length) {
            int count = file.write(content, written, content.length - written, written);
            if (count <= 0) {
                throw new DiskFault("write", file.label(), Errno.EIO, "nothing was written");
            }
            written += count;
        }
    }

    private static void remove(Directory directory, String name, DiskFault reason) {
        try {
            directory.unlink(name);
        } catch (DiskFault second) {
            reason.addSuppressed(second);
        }
    }

    /// Whether the content is durable.
    Durability durability() {
        return durability;
    }

    /// Gives the file the name `to` in place of whatever had it. Readers switch here.
    void renameTo(String to) throws DiskFault {
        directory.rename(name, directory, to);
        present = false;
    }

    /// Gives the file the further name `to`, which must be free (`EEXIST`).
    void linkTo(String to) throws DiskFault {
        directory.link(name, to);
    }

    @Override
    public void close() throws DiskFault {
        if (present) {
            present = false;
            directory.unlink(name);
        }
    }
}
