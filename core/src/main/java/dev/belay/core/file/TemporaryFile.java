package dev.belay.core.file;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.nio.ByteBuffer;
import java.util.UUID;

/// A complete file under a name that nobody reads, about to get its real name.
///
/// Removed by [#close] unless it was renamed away. A crash leaves it behind; its name tells what it
/// was for, and the owner of the real name removes it.
final class TemporaryFile implements AutoCloseable {
    private static final int PRIVATE = 0600;
    private static final String MARK = ".tmp-";

    private final Directory directory;
    private final String name;
    private final OpenFile file;
    private Durability durability = Durability.UNAVAILABLE;
    private boolean present = true;
    private boolean taken;

    private TemporaryFile(Directory directory, String name, OpenFile file) {
        this.directory = directory;
        this.name = name;
        this.file = file;
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

    /// Writes all of `content`, leaving nothing behind when that fails.
    ///
    /// @param content what is left of a buffer with an array; its position stays
    static TemporaryFile write(Directory directory, String name, ByteBuffer content)
            throws DiskFault {
        OpenFile file =
                directory.open(
                        name, PRIVATE, OpenOption.WRITE, OpenOption.CREATE, OpenOption.EXCLUSIVE);
        TemporaryFile temporary = new TemporaryFile(directory, name, file);
        try {
            int from = content.arrayOffset() + content.position();
            file.writeAll(content.array(), from, content.remaining(), 0);
            return temporary;
        } catch (DiskFault fault) {
            temporary.discard(fault);
            throw fault;
        }
    }

    void startSync() {
        file.startSync();
    }

    /// Makes the content durable. It has no name but this one before that.
    TemporaryFile sync() throws DiskFault {
        durability = Durability.sync(file);
        return this;
    }

    private void discard(DiskFault reason) {
        try {
            close();
        } catch (DiskFault second) {
            reason.addSuppressed(second);
        }
    }

    /// Whether the content is durable, once it was synced.
    Durability durability() {
        return durability;
    }

    /// Gives the file the name `to` in `target` in place of whatever had it. Readers switch here.
    void renameTo(Directory target, String to) throws DiskFault {
        directory.rename(name, target, to);
        present = false;
    }

    /// Gives the file the further name `to`, which must be free (`EEXIST`).
    void linkTo(String to) throws DiskFault {
        directory.link(name, to);
    }

    /// The file itself, for the caller to close.
    OpenFile take() {
        taken = true;
        return file;
    }

    @Override
    public void close() throws DiskFault {
        if (!taken) {
            file.close();
        }
        if (present) {
            present = false;
            directory.unlink(name);
        }
    }
}
