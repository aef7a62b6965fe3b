package dev.belay.connector.ownership;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.lock.directory.DirectoryLock.Removal;
import dev.belay.core.lock.directory.FoundDirectory;
import dev.belay.core.lock.directory.FoundLock;
import dev.belay.core.lock.directory.OwnDirectory;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.time.Duration;

/// The directory `.stop.lock`, under which a STOP is removed. The Node program takes it to write
/// one, too, and is refused meanwhile.
///
/// - **Crash:** leaves it; the next process of Belay takes over one of a dead process of Belay.
/// - **Refuses:** one that the Node program has left, since nobody can know whether it still does.
final class StopLock {
    static final String NAME = ".stop.lock";

    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final Duration POLL = Duration.ofMillis(50);

    private final World world;
    private final Directory binding;
    private final RunLockFile file;

    StopLock(World world, Directory binding) {
        this.world = world;
        this.binding = binding;
        this.file = new RunLockFile(world, binding, RunLockFile.STOP);
    }

    /// The lock, ours until closed.
    static final class Hold implements AutoCloseable {
        private final OwnDirectory own;
        private boolean isClosed;

        private Hold(OwnDirectory own) {
            this.own = own;
        }

        void requireHeld() {
            if (isClosed) {
                throw new IllegalStateException(".stop.lock was released");
            }
        }

        /// What cannot be removed now is taken over by whoever comes next.
        @Override
        public void close() {
            isClosed = true;
            try {
                own.remove();
            } catch (DiskFault _) {
                // Its record is no longer locked, by which the next one knows.
            } finally {
                own.close();
            }
        }
    }

    /// Takes it, waiting for another holder for a second.
    ///
    /// @throws Refusal `STOP_LOCKED`
    Hold take() throws DiskFault, Refusal {
        Duration end = world.clock().elapsed().plus(WAIT);
        while (true) {
            if (isFree()) {
                OwnDirectory own = file.prepare(true);
                boolean isPublished = false;
                try {
                    isPublished = own.publish();
                } finally {
                    if (!isPublished) {
                        own.discard();
                        own.close();
                    }
                }
                if (isPublished) {
                    return new Hold(own);
                }
            }
            if (world.clock().elapsed().compareTo(end) >= 0) {
                throw locked();
            }
            Pause.of(world, POLL);
        }
    }

    /// Whether it is; takes a dead holder's lock away. Its record stays locked by us until that is
    /// done, so that no other process takes away the lock that comes next.
    private boolean isFree() throws DiskFault {
        try (FoundLock found = file.find()) {
            OwnerState state = file.judge(found, false);
            return switch (state) {
                case OwnerState.Free _ -> true;
                case OwnerState.Owned(RunOwner _, var verdict)
                        when verdict.isGone() && found instanceof FoundDirectory directory ->
                        file.remove(directory) == Removal.REMOVED;
                case OwnerState.Absent _, OwnerState.Invalid _, OwnerState.Owned _ -> false;
            };
        }
    }

    private Refusal locked() {
        return new Refusal(
                ErrorCode.STOP_LOCKED,
                binding.label(NAME),
                "is held by another program that changes STOP, or was left by one that died",
                "if no command of the Node program runs on this binding, remove the directory with"
                        + " rmdir; the brake can be set in spite of it");
    }

    /// Removes what dead processes of Belay left: the lock itself too, for which a stop would wait.
    void clean() throws DiskFault {
        file.clean(false);
        isFree();
    }
}
