package dev.belay.core.file;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A directory of ours that nobody else can enter.
///
/// - **Durable:** what [#create] returns survives a power cut, with every directory on the way to
///   it that may have been made by us, now or by a run that was killed.
/// - **Crash:** leaves some of the directories.
/// - **Refuses:** a directory of another owner, or one with any permission for group or others. The
///   last component of the path may be a symbolic link, which stays one.
public final class PrivateDirectory {
    private static final int PRIVATE = 0700;
    private static final int GROUP_AND_OTHERS = 0077;

    private PrivateDirectory() {}

    /// Opens the directory at `path`; empty when there is none.
    ///
    /// @param label what messages call it
    public static Optional<Directory> open(World world, Path path, String label)
            throws DiskFault, Refusal {
        Directory directory;
        try {
            directory = world.disk().open(path, label);
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw fault;
        }
        return Optional.of(verified(world, directory));
    }

    /// Opens the directory at `path`, and makes it first where there is none, with its parents.
    ///
    /// @param label what messages call it
    public static Directory create(World world, Path path, String label) throws DiskFault, Refusal {
        Path whole = path.toAbsolutePath();
        List<Path> made = new ArrayList<>();
        try {
            make(world, whole, label, made);
            syncParents(world, whole, label, made);
        } catch (DiskFault fault) {
            remove(world, made.reversed(), label, fault);
            throw fault;
        }
        return open(world, whole, label)
                .orElseThrow(() -> new DiskFault("open", label, Errno.ENOENT, "just created"));
    }

    /// Makes the directory and those above it that are missing.
    private static void make(World world, Path path, String label, List<Path> made)
            throws DiskFault {
        try (Directory _ = world.disk().open(path, label)) {
            return;
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT || path.getParent() == null) {
                throw fault;
            }
        }
        Path parentPath = path.getParent();
        make(world, parentPath, label, made);
        String name = path.getFileName().toString();
        if (name.equals(".") || name.equals("..")) {
            return; // It is there now that its parent is.
        }
        try (Directory parent = world.disk().open(parentPath, label)) {
            parent.makeDirectory(name, PRIVATE);
            made.add(path);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.EEXIST) {
                throw fault; // EEXIST: another process was faster, or a link leads nowhere.
            }
        }
    }

    /// Takes back what was made and may not be durable: the next attempt must make it anew, since a
    /// second sync would do nothing for a name whose first one failed. What others use by now
    /// stays.
    private static void remove(World world, List<Path> made, String label, DiskFault reason) {
        for (Path path : made) {
            try (Directory parent = world.disk().open(parentOf(path), label)) {
                parent.removeDirectory(path.getFileName().toString());
            } catch (DiskFault second) {
                reason.addSuppressed(second);
                return;
            }
        }
    }

    private static Path parentOf(Path path) {
        return Objects.requireNonNull(path.getParent(), "a root is never made");
    }

    /// Makes the names on the way durable, upwards for as long as we may have made them.
    ///
    /// A killed run may have made a directory and not synced it, so that it is there already says
    /// nothing. One that we made is ours; the sync of a directory without changes costs little.
    private static void syncParents(World world, Path path, String label, List<Path> made)
            throws DiskFault {
        long user = world.processes().ownUser();
        Path child = path;
        while (child.getParent() != null) {
            try (Directory directory = world.disk().open(child, label)) {
                if (directory.status().owner() != user) {
                    return;
                }
            }
            boolean isOurs = made.contains(child);
            child = child.getParent();
            if (!syncOne(world, child, label, isOurs)) {
                return;
            }
        }
    }

    /// False when the directory may not be read, and so nothing in it was made by us.
    private static boolean syncOne(World world, Path path, String label, boolean isOurs)
            throws DiskFault {
        try (Directory directory = world.disk().open(path, label)) {
            Durability.sync(directory);
            return true;
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.EACCES && !isOurs) {
                return false;
            }
            throw fault;
        }
    }

    private static Directory verified(World world, Directory directory) throws DiskFault, Refusal {
        boolean good = false;
        try {
            FileStatus status = directory.status();
            String label = directory.label();
            String told = label.isEmpty() ? "the data root" : label;
            requirePrivate(status, world.processes().ownUser(), told);
            good = true;
            return directory;
        } finally {
            if (!good) {
                directory.close();
            }
        }
    }

    private static void requirePrivate(FileStatus status, long user, String label) throws Refusal {
        if (status.owner() != user) {
            throw new Refusal(
                    ErrorCode.DIRECTORY_NOT_PRIVATE,
                    label,
                    "belongs to user %d, and this is user %d".formatted(status.owner(), user),
                    "run the command as its owner, or give it to this user with chown");
        }
        if ((status.permissions() & GROUP_AND_OTHERS) != 0) {
            throw new Refusal(
                    ErrorCode.DIRECTORY_NOT_PRIVATE,
                    label,
                    "has mode %04o, and others may not have access to it"
                            .formatted(status.permissions()),
                    "check who has been in it, then run chmod 0700 on it");
        }
    }
}
