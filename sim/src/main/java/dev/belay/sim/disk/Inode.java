package dev.belay.sim.disk;

import dev.belay.system.FileKind;
import dev.belay.system.FileNames;
import dev.belay.system.FileStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A file, directory, or link, whatever its names.
final class Inode {
    /// What an inode holds, by its kind.
    sealed interface Body permits FileContent, Entries, LinkText, Special {}

    /// The text of a symbolic link.
    record LinkText(String target) implements Body {}

    /// A pipe, socket, or device, which holds nothing here.
    record Special(FileKind kind) implements Body {}

    /// A disk gives its space away in such pieces.
    private static final long BLOCK_BYTES = 4096;

    final long number;
    final Body body;
    int permissions;
    int durablePermissions;
    long owner;

    /// How many names it has; of a directory, 1 while it is in the tree.
    int names;

    /// How many open files and directories refer to it.
    int opens;

    /// Who has the kernel lock.
    @Nullable SimFile locker;

    /// Who has locked which bytes.
    final List<Range> ranges = new ArrayList<>();

    /// Bytes from `start` on that an open file has locked, up to `end`.
    record Range(SimFile holder, long start, long end) {
        boolean keepsOut(SimFile other, long from, long to) {
            return holder != other && from < end && start < to;
        }
    }

    /// Who is in the middle of a write, which keeps other writers out.
    @Nullable SimFile writer;

    Instant modified = Instant.EPOCH;
    Instant changed = Instant.EPOCH;

    Inode(long number, Body body, int permissions, long owner) {
        this.number = number;
        this.body = body;
        this.permissions = permissions;
        this.durablePermissions = permissions;
        this.owner = owner;
    }

    /// The same status around another body.
    Inode(long number, Body body, Inode status) {
        this(number, body, status.permissions, status.owner);
        modified = status.modified;
        durablePermissions = status.durablePermissions;
        changed = status.changed;
    }

    FileKind kind() {
        return switch (body) {
            case FileContent _ -> FileKind.REGULAR;
            case Entries _ -> FileKind.DIRECTORY;
            case LinkText _ -> FileKind.SYMBOLIC_LINK;
            case Special special -> special.kind();
        };
    }

    boolean isDirectory() {
        return body instanceof Entries;
    }

    void contentChanged(Instant now) {
        modified = now;
        changed = now;
    }

    FileStatus status(long device) {
        long links = names;
        long size = 0;
        switch (body) {
            case FileContent content -> size = content.size();
            case LinkText text -> size = FileNames.encodeText(text.target()).length;
            case Entries entries -> {
                size = BLOCK_BYTES;
                links =
                        names == 0
                                ? 0
                                : 2 + entries.inodes().stream().filter(Inode::isDirectory).count();
            }
            case Special _ -> {}
        }
        long allocated = (size + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
        return new FileStatus(
                kind(),
                device,
                number,
                permissions,
                links,
                owner,
                size,
                allocated,
                modified,
                changed);
    }
}
