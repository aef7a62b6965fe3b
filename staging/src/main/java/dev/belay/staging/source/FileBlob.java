package dev.belay.staging.source;

import dev.belay.staging.manifest.BlobDigest;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.FileMode;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.Optional;

/// What Git would call a file or a link as it is now, and what the kernel said of it before and
/// after.
public record FileBlob(FileMode mode, BlobId blob, FileStatus status) {
    private static final int BUFFER_BYTES = 64 << 10;

    /// Reads an entry of a directory, through no link. Empty for what is not there, is neither a
    /// file nor a link, or changes meanwhile.
    public static Optional<FileBlob> read(Directory directory, String name) throws DiskFault {
        Optional<FileStatus> status = directory.status(name);
        return status.isEmpty() ? Optional.empty() : read(directory, name, status.get());
    }

    /// Reads an entry of which the kernel said this a moment ago. Empty for what has changed since.
    public static Optional<FileBlob> read(Directory directory, String name, FileStatus status)
            throws DiskFault {
        try {
            return switch (status.kind()) {
                case REGULAR -> content(directory, name, status);
                case SYMBOLIC_LINK -> link(directory, name, status);
                case DIRECTORY, PIPE, SOCKET, DEVICE -> Optional.empty();
            };
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT || fault.errno() == Errno.ELOOP) {
                return Optional.empty(); // It went, or became a link.
            }
            throw fault;
        }
    }

    private static Optional<FileBlob> link(Directory directory, String name, FileStatus status)
            throws DiskFault {
        BlobId blob = BlobDigest.ofLink(directory.readLink(name));
        return directory
                .status(name)
                .filter(status::isUnchanged)
                .map(after -> new FileBlob(FileMode.LINK, blob, after));
    }

    private static Optional<FileBlob> content(Directory directory, String name, FileStatus status)
            throws DiskFault {
        byte[] buffer = new byte[Math.clamp(status.sizeBytes(), 1, BUFFER_BYTES)];
        try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
            FileStatus opened = file.status();
            if (opened.kind() != FileKind.REGULAR || !opened.isUnchanged(status)) {
                return Optional.empty();
            }
            BlobDigest digest = new BlobDigest(opened.sizeBytes());
            long at = 0;
            int count = file.read(buffer, 0, buffer.length, at);
            while (count > 0 && at <= opened.sizeBytes()) {
                digest.add(buffer, 0, count);
                at += count;
                count = file.read(buffer, 0, buffer.length, at);
            }
            FileStatus after = file.status();
            return at == opened.sizeBytes() && after.isUnchanged(opened)
                    ? Optional.of(
                            new FileBlob(
                                    FileMode.ofRegular(after.permissions()), digest.id(), after))
                    : Optional.empty();
        }
    }
}
