package dev.belay.staging.removal;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.util.Optional;
import java.util.stream.Stream;

/// How much is in a tree, as far as it can be entered.
///
/// @param sizeBytes of all files together
public record TreeTally(long files, long sizeBytes) {
    private static final TreeTally NONE = new TreeTally(0, 0);
    private static final TreeTally CLOSED = new TreeTally(1, 0);

    public static TreeTally of(Directory directory) throws DiskFault {
        TreeTally tally = NONE;
        for (String name : directory.walk(Stream::toList)) {
            Optional<FileStatus> status = directory.status(name);
            if (status.isPresent()) {
                tally = tally.and(of(directory, name, status.get()));
            }
        }
        return tally;
    }

    private static TreeTally of(Directory directory, String name, FileStatus status)
            throws DiskFault {
        if (status.kind() != FileKind.DIRECTORY) {
            return new TreeTally(1, status.sizeBytes());
        }
        Directory below;
        try {
            below = directory.openDirectory(name);
        } catch (DiskFault closed) {
            return CLOSED; // Nobody may look into it, or it went meanwhile.
        }
        try (below) {
            return of(below);
        }
    }

    private TreeTally and(TreeTally other) {
        return new TreeTally(files + other.files, sizeBytes + other.sizeBytes);
    }
}
