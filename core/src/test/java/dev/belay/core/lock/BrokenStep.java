package dev.belay.core.lock;

import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.sim.fault.AlteredFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A directory through which one step of the lock's protocol goes wrong, and all others go as they
/// should. Each is a variant of the model in `docs/protocols/link-lock`.
class BrokenStep extends AlteredDirectory {
    static final String LOCK = LockWorld.NAME.file();
    private static final String CANDIDATE = LOCK + ".candidate-";
    private static final String CLAIM = LOCK + ".reap-";

    /// Our record, once it was created.
    private @Nullable OpenFile own;

    /// Whether the lock's name stands for our record, as far as we know.
    private boolean isOwner;

    private BrokenStep(Directory directory) {
        super(directory);
    }

    OpenFile own() {
        OpenFile file = own;
        if (file == null) {
            throw new IllegalStateException("no record was created");
        }
        return file;
    }

    boolean isOwner() {
        return isOwner;
    }

    static boolean isClaim(String name) {
        return name.startsWith(CLAIM) && !name.contains(".candidate-");
    }

    /// What our record is seen through.
    OpenFile record(OpenFile file) {
        return file;
    }

    @Override
    public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
        OpenFile file = super.open(name, permissions, options);
        if (name.startsWith(CANDIDATE) && List.of(options).contains(OpenOption.CREATE)) {
            own = file;
            return record(file);
        }
        return file;
    }

    @Override
    public void link(String existing, String name) throws DiskFault {
        super.link(existing, name);
        isOwner = isOwner || name.equals(LOCK);
    }

    @Override
    public void unlink(String name) throws DiskFault {
        super.unlink(name);
        isOwner = isOwner && !name.equals(LOCK);
    }

    /// Says of every record that was opened by the lock's name that the name still stands for it.
    static final class NoRecheck extends BrokenStep {
        private Optional<FileStatus> seen = Optional.empty();

        NoRecheck(Directory directory) {
            super(directory);
        }

        @Override
        public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
            OpenFile file = super.open(name, permissions, options);
            if (name.equals(LOCK)) {
                seen = Optional.of(file.status());
            }
            return file;
        }

        @Override
        public Optional<FileStatus> status(String name) throws DiskFault {
            return name.equals(LOCK) && !isOwner() ? seen : super.status(name);
        }
    }

    /// Locks a record once it has the name that counts, and not before. Cleans nothing away, for
    /// others would already lose their candidates to that.
    static final class LateLock extends BrokenStep {
        LateLock(Directory directory) {
            super(directory);
        }

        @Override
        OpenFile record(OpenFile file) {
            return new SaysLocked(file);
        }

        @Override
        public void link(String existing, String name) throws DiskFault {
            super.link(existing, name);
            if (name.equals(LOCK)) {
                own().lock(LockWorld.WAIT);
            }
        }

        @Override
        public Stream<String> names() {
            return Stream.empty();
        }
    }

    /// Says of a record that it is locked, and does not lock it.
    static final class NoLock extends BrokenStep {
        NoLock(Directory directory) {
            super(directory);
        }

        @Override
        OpenFile record(OpenFile file) {
            return new SaysLocked(file);
        }
    }

    /// Drops the kernel lock of a record before its name is removed.
    static final class CloseFirst extends BrokenStep {
        CloseFirst(Directory directory) {
            super(directory);
        }

        @Override
        public void unlink(String name) throws DiskFault {
            if (name.equals(LOCK) && isOwner()) {
                own().close();
            }
            super.unlink(name);
        }
    }

    /// Grants every claim to remove a dead owner's lock.
    static final class NoChain extends BrokenStep {
        NoChain(Directory directory) {
            super(directory);
        }

        @Override
        public void link(String existing, String name) throws DiskFault {
            if (!isClaim(name)) {
                super.link(existing, name);
            }
        }
    }

    /// Cannot remove the lock of another. What it claimed for that, it gives up as it should.
    static class StuckReaper extends BrokenStep {
        StuckReaper(Directory directory) {
            super(directory);
        }

        @Override
        public void unlink(String name) throws DiskFault {
            if (name.equals(LOCK) && !isOwner()) {
                throw new DiskFault("unlink", label(name), Errno.EIO);
            }
            super.unlink(name);
        }
    }

    /// The same, and keeps its claim.
    static final class ClaimKept extends StuckReaper {
        ClaimKept(Directory directory) {
            super(directory);
        }

        @Override
        public void rename(String from, Directory target, String to) throws DiskFault {
            if (!isClaim(to)) {
                super.rename(from, target, to);
            }
        }
    }

    /// The same, and removes its claim instead of giving it to nobody.
    static final class ClaimRemoved extends StuckReaper {
        ClaimRemoved(Directory directory) {
            super(directory);
        }

        @Override
        public void rename(String from, Directory target, String to) throws DiskFault {
            if (isClaim(to)) {
                super.unlink(to);
            } else {
                super.rename(from, target, to);
            }
        }
    }

    private static final class SaysLocked extends AlteredFile {
        SaysLocked(OpenFile file) {
            super(file);
        }

        @Override
        public boolean tryLock() {
            return true;
        }
    }
}
