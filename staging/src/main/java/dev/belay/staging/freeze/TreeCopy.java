package dev.belay.staging.freeze;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.IndexEntry;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Copies files and links, each byte read once, hashed, and written.
///
/// - **Threads:** any number, each on directories of its own.
/// - **Refuses:** a file that is not, before and after, what it was when it was looked at.
final class TreeCopy {
    private static final int PIECE_BYTES = 256 << 10;

    /// Two changes within one tick of the file system's clock show the same times. Whatever changed
    /// so shortly before is read twice.
    private static final Duration TICK_MAX = Duration.ofMillis(100);

    private final Directory source;
    private final Directory target;
    private final Manner manner;

    /// A file or link that is in the copy.
    ///
    /// @param status of the source, before it was read
    record Copied(SourceFile file, FileStatus status) {
        String path() {
            return file.path();
        }
    }

    /// How files are copied.
    ///
    /// @param trustsModes whether the bit on disk says what is a program, and not the index
    record Manner(boolean trustsModes, Clock clock, Watch watch) {}

    TreeCopy(Directory source, Directory target, Manner manner) {
        this.source = source;
        this.target = target;
        this.manner = manner;
    }

    /// Copies what is present of one directory.
    List<Copied> copy(Found found) throws Refusal, DiskFault {
        List<Copied> copied = new ArrayList<>(found.present().size());
        if (found.present().isEmpty()) {
            return copied;
        }
        byte[] piece = new byte[PIECE_BYTES];
        String path = found.directory();
        try (Descent from = Descent.into(source, path).orElseThrow(() -> Look.changed(path));
                Descent to = Descent.making(target, path)) {
            Ends ends = new Ends(from.directory(), to.directory());
            for (Found.Present present : found.present()) {
                if (manner.watch.isStopped()) {
                    throw new Refusal(
                            ErrorCode.FAULT, "the copy", "it was given up on request", "");
                }
                copied.add(one(present, ends, piece));
                manner.watch.copied(present.status().sizeBytes());
            }
        }
        return copied;
    }

    /// The same directory in the working tree and in the copy.
    private record Ends(Directory from, Directory to) {}

    private Copied one(Found.Present present, Ends ends, byte[] piece) throws Refusal, DiskFault {
        Wanted wanted = present.wanted();
        String path = wanted.path();
        FileStatus status = present.status();
        try {
            if (status.kind() == FileKind.SYMBOLIC_LINK) {
                String text = ends.from().readLink(wanted.name());
                ends.to().symlink(text, wanted.name());
                BlobId blob = BlobDigest.ofLink(text);
                return new Copied(new SourceFile(path, FileMode.LINK, blob), status);
            }
            FileMode mode = mode(wanted, status);
            BlobId blob = content(present, mode, ends, piece);
            return new Copied(new SourceFile(path, mode, blob), status);
        } catch (DiskFault fault) {
            throw told(path, fault);
        }
    }

    /// What a file of another kind, or none, says when it is opened: it is not what was looked at.
    private static Refusal told(String path, DiskFault fault) throws DiskFault {
        return switch (fault.errno()) {
            case ENOENT, ELOOP, ENXIO, EINVAL, ENOTDIR, EISDIR -> Look.changed(path);
            case EACCES, EPERM ->
                    Selection.refusal(path, "it may not be read", "change its permissions");
            case EEXIST ->
                    Selection.refusal(
                            path,
                            "the disk of the copies takes its name for another one's",
                            "keep copies on a disk that tells capital letters from small ones");
            default -> throw fault;
        };
    }

    private FileMode mode(Wanted wanted, FileStatus status) {
        return switch (wanted) {
            case Wanted.Tracked(IndexEntry entry) when !manner.trustsModes ->
                    FileMode.of(entry.mode()).orElse(FileMode.REGULAR);
            case Wanted.Tracked _, Wanted.Untracked _ -> FileMode.ofRegular(status.permissions());
        };
    }

    private BlobId content(Found.Present present, FileMode mode, Ends ends, byte[] piece)
            throws Refusal, DiskFault {
        String name = present.wanted().name();
        String path = present.wanted().path();
        int permissions = mode == FileMode.EXECUTABLE ? 0777 : 0666;
        try (OpenFile file = ends.from().open(name, 0, OpenOption.READ)) {
            boolean isFresh =
                    present.status().changed().isAfter(manner.clock.now().minus(TICK_MAX));
            checkSame(path, present.status(), file.status());
            BlobId blob;
            try (OpenFile made =
                    ends.to()
                            .open(
                                    name,
                                    permissions,
                                    OpenOption.WRITE,
                                    OpenOption.CREATE,
                                    OpenOption.EXCLUSIVE)) {
                blob = read(file, present, made, piece);
            }
            if (isFresh && !read(file, present, null, piece).equals(blob)) {
                throw Look.changed(path);
            }
            checkSame(path, present.status(), file.status());
            return blob;
        }
    }

    static void checkSame(String path, FileStatus expected, FileStatus found) throws Refusal {
        boolean isSame =
                expected.kind() == found.kind()
                        && expected.permissions() == found.permissions()
                        && expected.isUnchanged(found);
        if (!isSame) {
            throw Look.changed(path);
        }
    }

    /// Hashes a file, and writes it to `made` where there is one.
    private static BlobId read(
            OpenFile file, Found.Present present, @Nullable OpenFile made, byte[] piece)
            throws Refusal, DiskFault {
        long size = present.status().sizeBytes();
        BlobDigest digest = new BlobDigest(size);
        for (long at = 0; at < size; ) {
            int count = file.read(piece, 0, (int) Math.min(piece.length, size - at), at);
            if (count < 0) {
                throw Look.changed(present.wanted().path());
            }
            digest.add(piece, 0, count);
            if (made != null) {
                made.writeAll(piece, 0, count, at);
            }
            at += count;
        }
        return digest.id();
    }
}
