package dev.belay.staging.warm;

import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.time.Duration;
import java.time.Instant;

/// What the kernel says of a file, by which it is known to be as it was. Nobody sets `changed`:
/// whatever is done to a file, another name or other permissions too, is seen there.
///
/// @param permissions the lower twelve bits of the mode
record Stamp(
        FileKind kind,
        long device,
        long inode,
        int permissions,
        long sizeBytes,
        Instant modified,
        Instant changed) {
    /// Two changes within one tick of the file system's clock show the same times.
    private static final Duration TICK_MAX = Duration.ofMillis(100);

    static Stamp of(FileStatus status) {
        return new Stamp(
                status.kind(),
                status.device(),
                status.inode(),
                status.permissions(),
                status.sizeBytes(),
                status.modified(),
                status.changed());
    }

    boolean matches(FileStatus status) {
        return inode == status.inode()
                && device == status.device()
                && sizeBytes == status.sizeBytes()
                && permissions == status.permissions()
                && kind == status.kind()
                && changed.equals(status.changed())
                && modified.equals(status.modified());
    }

    /// Whether a change after `now`, when it was taken, could leave it as it is.
    boolean isFresh(Instant now) {
        return changed.isAfter(now.minus(TICK_MAX));
    }
}
