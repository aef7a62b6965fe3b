package dev.belay.staging.removal;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Removes a directory with everything below it, by descriptors and never through a link.
///
/// - **Crash:** leaves a part of the tree; removing it again ends what was begun.
/// - **Threads:** any number of processes may remove the same tree at once.
public final class TreeRemoval {
    /// How deep descriptors are held open. What lies deeper is moved to the top first.
    static final int DEPTH_MAX = 64;

    /// More than a tree of any use is deep, in units of [#DEPTH_MAX].
    private static final int ROUNDS_MAX = 100_000;

    private static final int ENTERABLE = 0700;
    private static final String MOVED = ".belay-moved-";

    private final Directory top;
    private long moved;

    private TreeRemoval(Directory top) {
        this.top = top;
    }

    /// Removes `name` of `parent`, when it is there.
    ///
    /// Nobody may be adding to the tree: after [#ROUNDS_MAX] rounds this gives up (`ENOTEMPTY`).
    public static void remove(Directory parent, String name) throws DiskFault {
        for (int round = 0; round < ROUNDS_MAX; round++) {
            Optional<Directory> opened = open(parent, name);
            if (opened.isEmpty()) {
                return;
            }
            try (Directory top = opened.get()) {
                new TreeRemoval(top).empty(top, 0);
            }
            if (isRemoved(parent, name)) {
                return;
            }
        }
        throw new DiskFault("remove", parent.label(name), Errno.ENOTEMPTY, "it keeps growing");
    }

    private void empty(Directory directory, int depth) throws DiskFault {
        List<String> names = directory.walk(Stream::toList);
        for (String name : names) {
            Optional<FileStatus> status = directory.status(name);
            if (status.isEmpty()) {
                continue; // Another process was faster.
            }
            if (status.get().kind() != FileKind.DIRECTORY) {
                unlink(directory, name);
            } else if (depth == DEPTH_MAX) {
                move(directory, name);
            } else {
                removeBelow(directory, name, depth);
            }
        }
    }

    private void removeBelow(Directory directory, String name, int depth) throws DiskFault {
        Optional<Directory> opened = open(directory, name);
        if (opened.isPresent()) {
            try (Directory below = opened.get()) {
                empty(below, depth + 1);
            }
            isRemoved(directory, name); // What is left is seen in the next round.
        }
    }

    /// Empty when there is none. A directory that its owner may not enter is opened up first.
    private static Optional<Directory> open(Directory directory, String name) throws DiskFault {
        try {
            Optional<FileStatus> status = directory.status(name);
            if (status.isEmpty()) {
                return Optional.empty();
            }
            if ((status.get().permissions() & ENTERABLE) != ENTERABLE
                    && status.get().kind() == FileKind.DIRECTORY) {
                directory.changePermissions(name, ENTERABLE);
            }
            return Optional.of(directory.openDirectory(name));
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw fault;
        }
    }

    private static void unlink(Directory directory, String name) throws DiskFault {
        try {
            directory.unlink(name);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT) {
                throw fault;
            }
        }
    }

    private void move(Directory directory, String name) throws DiskFault {
        String free = MOVED + moved++;
        while (top.status(free).isPresent()) {
            free = MOVED + moved++;
        }
        try {
            directory.rename(name, top, free);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT && fault.errno() != Errno.ENOTEMPTY) {
                throw fault; // Else another process was faster, and the next round sees.
            }
        }
    }

    /// Whether the directory is gone, now or before.
    private static boolean isRemoved(Directory directory, String name) throws DiskFault {
        try {
            directory.removeDirectory(name);
            return true;
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOTEMPTY || fault.errno() == Errno.EEXIST) {
                return false;
            }
            if (fault.errno() == Errno.ENOENT) {
                return true;
            }
            throw fault;
        }
    }
}
