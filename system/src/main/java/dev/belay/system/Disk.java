package dev.belay.system;

import java.nio.file.Path;

/// The way to the file system: POSIX, with its meanings and its failures.
///
/// Names become durable when their directory is synced, content when its file is, and not before.
/// Every failure is a [DiskFault] that carries the errno.
public interface Disk {
    /// Opens an existing directory, following symbolic links on the way.
    ///
    /// @param label what messages call it, for example `deletion`; empty for a data root
    Directory open(Path path, String label) throws DiskFault;
}
