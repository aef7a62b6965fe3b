package dev.belay.staging.seal;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.git.Repository;
import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/// Whether copies lie apart from the repository that they are made of.
///
/// One that lies in it would be part of the next copy, and its proofs would rest on itself.
final class Location {
    /// More directories than any path has.
    private static final int DEPTH_MAX = 4_096;

    private Location() {}

    /// Whether neither the working tree nor what Git keeps of it is on the way from `stagings` to
    /// the top of everything; false on any doubt.
    static boolean isApart(Disk disk, Path stagings, Repository repository) {
        try {
            Set<DirectoryIdentity> its = new HashSet<>();
            its.add(identity(disk, repository.top()));
            its.add(identity(disk, repository.directory()));
            its.add(identity(disk, repository.common()));
            return isApart(disk, stagings, its);
        } catch (DiskFault _) {
            return false;
        }
    }

    private static boolean isApart(Disk disk, Path stagings, Set<DirectoryIdentity> its)
            throws DiskFault {
        Path at = stagings;
        DirectoryIdentity below = new DirectoryIdentity("", "");
        for (int depth = 0; depth < DEPTH_MAX; depth++) {
            try {
                DirectoryIdentity here = identity(disk, at);
                if (its.contains(here)) {
                    return false;
                }
                if (here.equals(below)) {
                    return true; // Only the top of everything is above itself.
                }
                below = here;
            } catch (DiskFault fault) {
                if (fault.errno() != Errno.EACCES) {
                    throw fault; // Else it is none of those that could be opened.
                }
            }
            at = at.resolve("..");
        }
        return false;
    }

    private static DirectoryIdentity identity(Disk disk, Path path) throws DiskFault {
        try (Directory directory = disk.open(path, "")) {
            return DirectoryIdentity.of(directory);
        }
    }
}
