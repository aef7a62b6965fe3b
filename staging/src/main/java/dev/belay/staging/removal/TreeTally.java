package dev.belay.staging.removal;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// How much is in a tree, as far as it can be entered. A file of several names counts once.
///
/// @param sizeBytes of all files together
/// @param diskBytes what they and their directories take on the disk
/// @param isWhole false where something could not be entered, or lies too deep, so that there is
///   more
public record TreeTally(long files, long sizeBytes, long diskBytes, boolean isWhole) {
    public static final TreeTally NONE = new TreeTally(0, 0, 0, true);

    /// Deeper than any tree of use; the way down takes a descriptor for each.
    static final int DEPTH_MAX = 256;

    private static final TreeTally CLOSED = new TreeTally(1, 0, 0, false);

    /// Of everything below `directory`, and the directory itself.
    public static TreeTally of(Directory directory) throws DiskFault {
        return new Walk().of(directory, 0);
    }

    /// Of the entry `name` of `parent`, whatever it is; nothing where it is gone.
    public static TreeTally of(Directory parent, String name) throws DiskFault {
        return new Walk().of(parent, name, 0);
    }

    public TreeTally and(TreeTally other) {
        return new TreeTally(
                files + other.files,
                sizeBytes + other.sizeBytes,
                diskBytes + other.diskBytes,
                isWhole && other.isWhole);
    }

    /// One look at a tree.
    private static final class Walk {
        private final Set<Numbers> seen = new HashSet<>();

        /// Which file has several names.
        private record Numbers(long device, long inode) {}

        TreeTally of(Directory directory, int depth) throws DiskFault {
            TreeTally tally = new TreeTally(0, 0, directory.status().allocatedBytes(), true);
            for (String name : directory.walk(Stream::toList)) {
                tally = tally.and(of(directory, name, depth));
            }
            return tally;
        }

        TreeTally of(Directory parent, String name, int depth) throws DiskFault {
            Optional<FileStatus> status = parent.status(name);
            if (status.isEmpty()) {
                return NONE;
            }
            if (status.get().kind() != FileKind.DIRECTORY) {
                return ofFile(status.get());
            }
            if (depth == DEPTH_MAX) {
                return CLOSED;
            }
            Directory below;
            try {
                below = parent.openDirectory(name);
            } catch (DiskFault closed) {
                return CLOSED; // Nobody may look into it, or it went meanwhile.
            }
            try (below) {
                return of(below, depth + 1);
            }
        }

        private TreeTally ofFile(FileStatus status) {
            boolean isCounted =
                    status.links() > 1 && !seen.add(new Numbers(status.device(), status.inode()));
            return isCounted
                    ? NONE
                    : new TreeTally(1, status.sizeBytes(), status.allocatedBytes(), true);
        }
    }
}
