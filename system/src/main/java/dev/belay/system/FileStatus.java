package dev.belay.system;

import java.time.Instant;

/// What the kernel says of a file at one moment.
///
/// @param device the file system; with `inode` it identifies the file while it exists
/// @param inode reused at once on some file systems when the file is gone
/// @param permissions the lower twelve bits of the mode
/// @param links how many names the file has
/// @param owner the user id
/// @param sizeBytes the length
/// @param allocatedBytes what it takes on its disk; it may change without the file
/// @param modified when the content changed, in the file system's precision
/// @param changed when content or status changed, in the file system's precision
public record FileStatus(
        FileKind kind,
        long device,
        long inode,
        int permissions,
        long links,
        long owner,
        long sizeBytes,
        long allocatedBytes,
        Instant modified,
        Instant changed) {
    /// Many are kept at once, and of most files both times are the same.
    public FileStatus {
        changed = changed.equals(modified) ? modified : changed;
    }

    /// Whether both are the same file, as far as numbers that may be reused can tell.
    public boolean isSameFile(FileStatus other) {
        return device == other.device && inode == other.inode;
    }

    /// Whether both are the same file with, as far as its times tell, the same content.
    public boolean isUnchanged(FileStatus other) {
        return isSameFile(other)
                && sizeBytes == other.sizeBytes
                && modified.equals(other.modified)
                && changed.equals(other.changed);
    }
}
