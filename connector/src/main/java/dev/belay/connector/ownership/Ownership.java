package dev.belay.connector.ownership;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.OwnershipCheck;
import dev.belay.core.lock.Gate.Passage;
import dev.belay.core.lock.directory.DirectoryLock.Removal;
import dev.belay.core.lock.directory.OwnDirectory;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;

/// A binding that is ours until [#release].
///
/// - **Threads:** any number, but for [#release].
public final class Ownership implements OwnershipCheck {
    private final Directory binding;
    private final OwnDirectory own;
    private final Brakes brakes;
    private final Passage passage;
    private boolean isReleased;

    /// Both hold.
    record Brakes(OuterBrake outer, BindingStop stop) {}

    Ownership(Directory binding, OwnDirectory own, Brakes brakes, Passage passage) {
        this.binding = binding;
        this.own = own;
        this.brakes = brakes;
        this.passage = passage;
    }

    /// How letting go went.
    public enum Release {
        RELEASED,
        /// Somebody had removed or replaced the lock before; what stands there was left alone.
        LOST,
        /// It could not be removed; a recover will.
        LEFT_BEHIND
    }

    /// Whether the kernel tells others that we live; else they go by the numbers in the record.
    public boolean kernelLocked() {
        return own.kernelLocked() && passage.exclusive();
    }

    /// Makes sure, right before something new begins, that it may: no brake, and the lock is ours.
    ///
    /// @throws Refusal `BRAKED` or `OWNERSHIP_LOST`
    public void requireMayBegin() throws Refusal {
        brakes.outer().check();
        brakes.stop().check();
        requireOwned();
    }

    /// Makes sure, right before an effect, that the lock is ours: the same directory with the same
    /// record. A Node process in another PID namespace may take a live owner for a dead one.
    ///
    /// @throws Refusal `OWNERSHIP_LOST`, when it is not or when that cannot be known
    @Override
    public void requireOwned() throws Refusal {
        if (isReleased) {
            throw new IllegalStateException("the binding was released");
        }
        try {
            if (!own.isNamed()) {
                throw lost("is no longer ours: somebody has removed or replaced it");
            }
        } catch (DiskFault fault) {
            throw lost("cannot be checked to be ours still: " + fault.errno().meaning())
                    .because(fault);
        }
    }

    private Refusal lost(String found) {
        return new Refusal(
                ErrorCode.OWNERSHIP_LOST,
                binding.label(RunLockFile.RUN.directory()),
                found,
                "nothing further was done; find out who runs a connector on this binding");
    }

    /// Lets go. The lock goes first and the kernel locks after, so that nobody finds a lock whose
    /// owner has let go of it and lives.
    public Release release() {
        if (isReleased) {
            throw new IllegalStateException("the binding was released");
        }
        isReleased = true;
        try {
            return own.remove() == Removal.REMOVED ? Release.RELEASED : Release.LOST;
        } catch (DiskFault _) {
            return Release.LEFT_BEHIND;
        } finally {
            own.close();
            passage.close();
        }
    }
}
