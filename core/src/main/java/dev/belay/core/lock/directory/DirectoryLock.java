package dev.belay.core.lock.directory;

import dev.belay.core.file.Durability;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.Randomness;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A lock between processes: a complete directory that gets the lock's name by a rename which
/// replaces nothing. `docs/protocols/run-lock.md` gives the reason of each step.
///
/// - **Atomic:** the name stands for a directory with a whole record, or for none. Another program
///   may still make it empty.
/// - **Durable:** the record before the name, so that no power cut leaves an empty one.
/// - **Crash:** leaves the lock, or a directory beside it whose name begins with a dot, which
///   [#clean] removes.
/// - **Threads:** any number, in any number of processes.
public final class DirectoryLock {
    private final Directory parent;
    private final DirectoryLockNames names;
    private final Randomness randomness;

    /// @param parent stays open for as long as the lock is used
    public DirectoryLock(Directory parent, DirectoryLockNames names, Randomness randomness) {
        this.parent = parent;
        this.names = names;
        this.randomness = randomness;
    }

    /// Makes a directory that can be published.
    ///
    /// @throws DiskFault when it cannot be made; nothing is left of it but what cannot be removed
    public OwnDirectory prepare(OwnDirectory.Text text) throws DiskFault {
        return OwnDirectory.prepare(this, token(), text);
    }

    /// What has the name.
    ///
    /// @throws DiskFault when that cannot be known
    public FoundLock find() throws DiskFault {
        Directory directory;
        try {
            directory = parent.openDirectory(names.directory());
        } catch (DiskFault fault) {
            return switch (fault.errno()) {
                case ENOENT -> new FoundLock.Nothing();
                case ENOTDIR, ELOOP -> new FoundLock.Other("is no directory");
                default -> throw fault;
            };
        }
        return FoundDirectory.of(directory, names.record());
    }

    /// What a removal came to.
    public enum Removal {
        /// The lock is gone.
        REMOVED,
        /// Something else had the name by then, and has it again.
        CHANGED,
        /// Something else had the name by then, and a third has it now.
        DISPLACED
    }

    /// Removes the lock if it is what was found, whatever has become of the name since: it is moved
    /// away in one step, looked at, and put back if it is not.
    ///
    /// @throws DiskFault when it cannot be moved, and stays; or cannot be looked at, and is put
    ///   back
    public Removal remove(FoundDirectory found) throws DiskFault {
        return remove(found.directory(), found::isUnchanged);
    }

    /// Whether what was moved away is what was meant.
    @FunctionalInterface
    interface Check {
        boolean isMeant(FileStatus directory) throws DiskFault;
    }

    Removal remove(Directory directory, Check check) throws DiskFault {
        String aside = names.removed(token());
        try {
            parent.rename(names.directory(), parent, aside); // Free for everybody here.
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Removal.REMOVED;
            }
            throw fault;
        }
        boolean isMeant = false;
        Optional<Removal> putBack = Optional.empty();
        try {
            Optional<FileStatus> moved = parent.status(aside);
            isMeant = moved.isPresent() && check.isMeant(moved.get());
        } finally {
            if (!isMeant) {
                putBack = Optional.of(putBack(aside));
            }
        }
        if (putBack.isPresent()) {
            return putBack.get();
        }
        // Else a power cut might bring the name back, of a directory that has no record any more.
        Durability.sync(parent);
        discard(aside, directory);
        return Removal.REMOVED;
    }

    private Removal putBack(String aside) throws DiskFault {
        try {
            parent.renameNoReplace(aside, parent, names.directory());
            return Removal.CHANGED;
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.EEXIST) {
                return Removal.DISPLACED;
            }
            throw fault;
        }
    }

    /// Removes what dead processes left beside the lock. What cannot be removed harms nobody.
    ///
    /// @param exclusive whether no other process prepares or removes this lock meanwhile
    public void clean(boolean exclusive) throws DiskFault {
        List<String> leftovers =
                parent.walk(entries ->
                        entries.filter(entry -> entry.startsWith(names.prefix())).toList());
        for (String leftover : leftovers) {
            try (Directory directory = parent.openDirectory(leftover)) {
                if (exclusive || isDead(directory)) {
                    discard(leftover, directory);
                }
            } catch (DiskFault _) {
                // It is gone, or no directory of ours.
            }
        }
    }

    /// A whole record was locked before it was written, so that who is granted its lock knows.
    private boolean isDead(Directory directory) throws DiskFault {
        try (FoundDirectory found = FoundDirectory.of(directory, names.record())) {
            return found.content() instanceof FoundDirectory.Content.Text
                    && found.holder() == FoundDirectory.Holder.GONE;
        }
    }

    /// Removes a directory that does not have the lock's name, with what is in it.
    void discard(String name, Directory directory) {
        try {
            for (String entry : directory.walk(Stream::toList)) {
                if (entry.equals(names.guard())) {
                    directory.removeDirectory(entry);
                } else {
                    directory.unlink(entry);
                }
            }
            parent.removeDirectory(name);
        } catch (DiskFault _) {
            // Nobody reads it, and the next owner tries again.
        }
    }

    Directory parent() {
        return parent;
    }

    DirectoryLockNames names() {
        return names;
    }

    private String token() {
        return randomness.uuid().toString();
    }
}
