package dev.belay.core.brake;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;

/// A name in a directory that is a brake by being there, whatever it stands for, and the spare that
/// becomes it on a disk with no room for a new file.
///
/// - **Atomic:** the brake is set when the name is there, or when nobody can tell.
/// - **Threads:** any number, in any number of processes.
public final class BrakeName {
    private static final int PERMISSIONS = 0600;

    private final Directory directory;
    private final String name;
    private final String spare;

    /// @param spare the name of an empty file that becomes the brake
    public BrakeName(Directory directory, String name, String spare) {
        this.directory = directory;
        this.name = name;
        this.spare = spare;
    }

    /// Whether the brake is set. What cannot be looked at counts as set.
    public boolean isSet() {
        try {
            return directory.status(name).isPresent();
        } catch (DiskFault _) {
            return true;
        }
    }

    /// Keeps a spare in place, so that a full disk cannot keep the brake from being set. Whether it
    /// could be made does not matter now.
    public void reserve() {
        try {
            if (directory.status(spare).isEmpty()) {
                directory.open(spare, PERMISSIONS, OpenOption.WRITE, OpenOption.CREATE).close();
                directory.sync();
            }
        } catch (DiskFault _) {
            // The brake then has one way less, on a disk that is failing already.
        }
    }

    /// Opens the file, which sets the brake.
    public OpenFile open() throws DiskFault {
        return directory.open(
                name,
                PERMISSIONS,
                OpenOption.READ,
                OpenOption.WRITE,
                OpenOption.APPEND,
                OpenOption.CREATE);
    }

    /// The brake where the file cannot be opened: it is something else and stands, or the spare
    /// becomes it.
    ///
    /// @param fault why it cannot be opened, thrown when there is no spare
    public Brake setWithoutReason(DiskFault fault) throws DiskFault {
        if (!isSet()) {
            try {
                takeFrom(spare);
            } catch (DiskFault second) {
                fault.addSuppressed(second);
                throw fault;
            }
        }
        return new Brake(false, syncNames());
    }

    /// Gives the name to the file of another, in one step, unless the brake is set.
    ///
    /// @return false when it is set already
    public boolean takeFrom(String other) throws DiskFault {
        try {
            directory.renameNoReplace(other, directory, name);
            return true;
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.EEXIST) {
                return false;
            }
            throw fault;
        }
    }

    /// Whether the name stands for this file.
    public boolean isOf(OpenFile file) throws DiskFault {
        return directory.status(name).filter(file.status()::isSameFile).isPresent();
    }

    /// Makes durable what stands in the file and that it has the name.
    ///
    /// @return false where that failed
    public boolean sync(OpenFile file) {
        try {
            file.sync();
            return syncNames();
        } catch (DiskFault _) {
            return false;
        }
    }

    private boolean syncNames() {
        try {
            directory.sync();
            return true;
        } catch (DiskFault _) {
            return false;
        }
    }

    /// Adds a line behind `endBytes`.
    ///
    /// @param isTorn whether a line of another is cut off there; a blank line harms nobody
    /// @return whether the whole line went in
    public static boolean add(OpenFile file, byte[] line, long endBytes, boolean isTorn)
            throws DiskFault {
        byte[] whole = line;
        if (isTorn) {
            whole = new byte[line.length + 1];
            whole[0] = '\n';
            System.arraycopy(line, 0, whole, 1, line.length);
        }
        return file.write(whole, 0, whole.length, endBytes) == whole.length;
    }
}
