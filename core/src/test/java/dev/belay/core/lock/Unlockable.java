package dev.belay.core.lock;

import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.sim.fault.AlteredFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.time.Duration;

/// A directory on a file system without kernel locks.
final class Unlockable extends AlteredDirectory {
    private final boolean ofDirectoriesOnly;

    private Unlockable(Directory directory, boolean ofDirectoriesOnly) {
        super(directory);
        this.ofDirectoriesOnly = ofDirectoriesOnly;
    }

    /// One that has no locks at all.
    static Directory entirely(Directory directory) {
        return new Unlockable(directory, false);
    }

    /// One whose files can be locked, while directories cannot, as over NFS.
    static Directory itself(Directory directory) {
        return new Unlockable(directory, true);
    }

    @Override
    public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
        OpenFile file = super.open(name, permissions, options);
        return ofDirectoriesOnly && !name.equals(".") ? file : new WithoutLock(file);
    }

    private static final class WithoutLock extends AlteredFile {
        WithoutLock(OpenFile file) {
            super(file);
        }

        @Override
        public boolean tryLock() throws DiskFault {
            throw new DiskFault("flock", label(), Errno.EOPNOTSUPP);
        }

        @Override
        public boolean lock(Duration limit) throws DiskFault {
            throw new DiskFault("flock", label(), Errno.EBADF);
        }
    }
}
