package dev.belay.core.file;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;

/// Which directory it is, whatever its path.
///
/// @param device the file system, in decimal
/// @param inode the directory on it, in decimal
public record DirectoryIdentity(String device, String inode) {
    public static DirectoryIdentity of(Directory directory) throws DiskFault {
        return of(directory.status());
    }

    private static DirectoryIdentity of(FileStatus status) {
        return new DirectoryIdentity(
                Long.toUnsignedString(status.device()), Long.toUnsignedString(status.inode()));
    }

    /// Returns when `directory` is this one.
    ///
    /// @throws Refusal `STATE_CHANGED` when another has taken its place
    public void requireSame(Directory directory) throws DiskFault, Refusal {
        if (!equals(of(directory))) {
            throw new Refusal(
                    ErrorCode.STATE_CHANGED,
                    directory.label(),
                    "is another directory than before",
                    "find out who replaced it before anything is run on it again");
        }
    }
}
