package dev.belay.core.file;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.UUID;

/// A complete file under a name that nobody reads, about to get its real name.
///
/// Removed by [#close] unless it was renamed away. A crash leaves it behind; its name tells what it
/// was for, and the owner of the real name removes it.
final class TemporaryFile implements AutoCloseable {
    private static final int PRIVATE = 0600;
    private static final String MARK = ".tmp-";
    private static final int PIECE_BYTES = 64 << 10;

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
        TemporaryFile temporary = create(directory, name);
        try {
            int from = content.arrayOffset() + content.position();
            temporary.file.writeAll(content.array(), from, content.remaining(), 0);
            return temporary;
        } catch (DiskFault fault) {
            temporary.discard(fault);
            throw fault;
        }
    }

    /// Writes all that `content` writes, leaving nothing behind when that fails.
    static TemporaryFile write(Directory directory, String name, DurableFile.Content content)
            throws IOException {
        TemporaryFile temporary = create(directory, name);
        try {
            // Closed with the file; what is not flushed after a failure goes with it.
            OutputStream pieces = new BufferedOutputStream(new Pieces(temporary.file), PIECE_BYTES);
            content.writeTo(pieces);
            pieces.flush();
            return temporary;
        } catch (IOException | RuntimeException failure) {
            temporary.discard(failure);
            throw failure;
        }
    }

    private static TemporaryFile create(Directory directory, String name) throws DiskFault {
        OpenFile file =
                directory.open(
                        name, PRIVATE, OpenOption.WRITE, OpenOption.CREATE, OpenOption.EXCLUSIVE);
        return new TemporaryFile(directory, name, file);
    }

    /// What is written to a new file, one piece behind the other.
    private static final class Pieces extends OutputStream {
        private final OpenFile file;
        private long position;

        Pieces(OpenFile file) {
            this.file = file;
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            file.writeAll(bytes, offset, length, position);
            position += length;
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

    private void discard(Exception reason) {
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
