package dev.belay.core.lock.directory;

import dev.belay.core.lock.record.FileLock;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.Arrays;
import java.util.Optional;

/// The directory that a lock's name stood for, and its record. Both are open until closed, so that
/// their inode numbers mean these and no others.
public final class FoundDirectory implements FoundLock {
    /// Ten times what a record takes.
    private static final int BYTES_MAX = 4096;

    private final Directory directory;
    private final FileStatus status;
    private final String record;
    private final Optional<Opened> opened;
    private final Content content;

    private FoundDirectory(
            Directory directory, String record, Optional<Opened> opened, Content content)
            throws DiskFault {
        this.directory = directory;
        this.status = directory.status();
        this.record = record;
        this.opened = opened;
        this.content = content;
    }

    /// A record, and what the kernel says of it.
    private record Opened(OpenFile file, FileStatus status) {}

    /// What there is in place of a record.
    public sealed interface Content {
        /// Nothing.
        record Nothing() implements Content {}

        /// Something that cannot be read, or is no short regular file.
        ///
        /// @param found the middle of a sentence
        record Other(String found) implements Content {}

        /// A file. Equal to none but itself.
        record Text(Bytes bytes) implements Content {}
    }

    /// The bytes of a record.
    public interface Bytes {
        byte[] copy();
    }

    /// Whether the process that wrote a record lives, as far as the kernel can tell.
    public enum Holder {
        /// It keeps its record locked; or somebody else has just asked the same.
        ALIVE,
        GONE,
        /// The file system has no such locks, or there is no record.
        UNKNOWN
    }

    /// Takes `directory` over.
    static FoundDirectory of(Directory directory, String record) throws DiskFault {
        boolean complete = false;
        Optional<Opened> opened = Optional.empty();
        try {
            opened = open(directory, record);
            FoundDirectory found =
                    new FoundDirectory(
                            directory, record, opened, content(directory, record, opened));
            complete = true;
            return found;
        } finally {
            if (!complete) {
                opened.ifPresent(file -> file.file().close());
                directory.close();
            }
        }
    }

    /// Empty where there is none that can be opened.
    private static Optional<Opened> open(Directory directory, String record) throws DiskFault {
        OpenFile file;
        try {
            file = directory.open(record, 0, OpenOption.READ);
        } catch (DiskFault _) {
            return Optional.empty();
        }
        boolean complete = false;
        try {
            Opened opened = new Opened(file, file.status());
            complete = true;
            return Optional.of(opened);
        } finally {
            if (!complete) {
                file.close();
            }
        }
    }

    private static Content content(Directory directory, String record, Optional<Opened> opened) {
        try {
            if (opened.isPresent()) {
                return read(opened.get());
            }
            return directory.status(record).isEmpty()
                    ? new Content.Nothing()
                    : new Content.Other("is there and cannot be opened");
        } catch (DiskFault fault) {
            return new Content.Other(
                    "cannot be read: %s (%s)".formatted(fault.errno().meaning(), fault.errno()));
        }
    }

    private static Content read(Opened opened) throws DiskFault {
        FileStatus status = opened.status();
        if (status.kind() != FileKind.REGULAR) {
            return new Content.Other("is " + status.kind().noun());
        }
        if (status.sizeBytes() > BYTES_MAX) {
            return new Content.Other("is longer than %d bytes".formatted(BYTES_MAX));
        }
        byte[] text = new byte[(int) status.sizeBytes()];
        int length = 0;
        while (length < text.length) {
            int count = opened.file().read(text, length, text.length - length, length);
            if (count < 0) {
                break;
            }
            length += count;
        }
        byte[] whole = Arrays.copyOf(text, length);
        return new Content.Text(whole::clone);
    }

    public Content content() {
        return content;
    }

    /// Asks the kernel. Who is told `GONE` keeps the record locked until [#close].
    public Holder holder() throws DiskFault {
        if (opened.isEmpty()) {
            return Holder.UNKNOWN;
        }
        return switch (FileLock.tryOn(opened.get().file())) {
            case TAKEN -> Holder.GONE;
            case REFUSED -> Holder.ALIVE;
            case UNSUPPORTED -> Holder.UNKNOWN;
        };
    }

    /// Whether `moved` is this directory, with the record that was read.
    boolean isUnchanged(FileStatus moved) throws DiskFault {
        if (!moved.isSameFile(status)) {
            return false;
        }
        Optional<FileStatus> now = directory.status(record);
        return opened.isEmpty()
                ? now.isEmpty()
                : now.isPresent() && now.get().isSameFile(opened.get().status());
    }

    /// Whether both are the same directory, in which the same record was found.
    public boolean isSameAs(FoundDirectory other) {
        return status.isSameFile(other.status)
                && opened.isPresent() == other.opened.isPresent()
                && (opened.isEmpty()
                        || opened.get().status().isSameFile(other.opened.get().status()));
    }

    Directory directory() {
        return directory;
    }

    @Override
    public void close() {
        opened.ifPresent(file -> file.file().close());
        directory.close();
    }
}
