package dev.belay.connector.ownership;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.lock.Gate;
import dev.belay.core.lock.Gate.Passage;
import dev.belay.core.lock.directory.FoundLock;
import dev.belay.core.lock.directory.OwnDirectory;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// The lock of a binding, `run.lock`, which the Node program takes too.
/// `docs/protocols/run-lock.md` gives the reason of each step.
///
/// - **Atomic:** at most one process of Belay owns a binding, wherever it runs and whatever becomes
///   of `run.lock`: an owner keeps the kernel lock of the binding's directory for life. Beside Node
///   processes this holds in one PID namespace.
/// - **Durable:** nothing needs to be; a record is whole before it can be found.
/// - **Crash:** leaves the lock of a dead owner, for [Recovery] to remove.
/// - **Refuses:** a binding that is braked or held; a lock of a dead owner too.
public final class RunLock {
    private final World world;
    private final Directory binding;
    private final Duration waitMax;
    private final RunLockFile file;
    private final BindingStop stop;
    private final OuterBrake outer;

    /// @param binding stays open for as long as this and what it gives are used
    /// @param waitMax how long one waits for a command that has the binding for a moment
    public RunLock(World world, Directory binding, Duration waitMax) {
        this(world, binding, waitMax, () -> {});
    }

    /// @param outer holds for the owner, too
    public RunLock(World world, Directory binding, Duration waitMax, OuterBrake outer) {
        this.outer = outer;
        this.world = world;
        this.binding = binding;
        this.waitMax = waitMax;
        this.file = new RunLockFile(world, binding, RunLockFile.RUN);
        this.stop = new BindingStop(world, binding);
    }

    /// What is known of the owner. Takes no lock and writes nothing.
    ///
    /// @throws DiskFault when the lock cannot be looked at
    public OwnerState inspect() throws DiskFault {
        return state(false);
    }

    private OwnerState state(boolean exclusive) throws DiskFault {
        try (FoundLock found = file.find()) {
            return file.judge(found, exclusive);
        }
    }

    /// Makes this process the owner.
    ///
    /// @throws Refusal `BRAKED`, `LOCK_HELD`, `LOCK_UNREADABLE`, `LOCK_UNAVAILABLE`, or
    ///   `OWNERSHIP_LOST`; nothing is left then that was not there before
    public Ownership claim() throws IOException {
        Passage passage = enter();
        boolean isOwner = false;
        try {
            Ownership owner = claim(passage);
            isOwner = true;
            return owner;
        } finally {
            if (!isOwner) {
                passage.close();
            }
        }
    }

    /// Something that is done to a binding.
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException;
    }

    /// Does something at a moment at which nobody owns the binding, braked or not. A start of Belay
    /// waits until it is done; one of the Node program may not.
    ///
    /// @throws Refusal `LOCK_HELD` or `LOCK_UNREADABLE`; nothing was done then
    public <T> T whileUnowned(Work<T> work) throws IOException {
        try (Passage passage = enter()) {
            OwnerState state = state(passage.exclusive());
            if (!(state instanceof OwnerState.Free) && !state.isRemovable()) {
                throw refusal(state);
            }
            return work.run();
        }
    }

    /// The kernel lock of the binding.
    Passage enter() throws IOException {
        Optional<Passage> passage = new Gate(binding).pass(world.clock(), waitMax);
        if (passage.isEmpty()) {
            throw refusal(inspect());
        }
        return passage.get();
    }

    private Ownership claim(Passage passage) throws IOException {
        new StopLock(world, binding).clean();
        stop.settle();
        outer.check();
        stop.check();
        file.clean(passage.exclusive());
        OwnDirectory own = prepare(passage);
        boolean isPublished = false;
        try {
            isPublished = own.publish();
        } catch (DiskFault fault) {
            throw unavailable(fault);
        } finally {
            if (!isPublished) {
                own.discard();
                own.close();
            }
        }
        if (!isPublished) {
            throw refusal(state(passage.exclusive()));
        }
        Ownership owner = new Ownership(binding, own, new Ownership.Brakes(outer, stop), passage);
        boolean stands = false;
        try {
            // Whoever sets STOP from here on finds a claim; whoever set it before is found here.
            owner.requireMayBegin();
            stop.reserve();
            stands = true;
            return owner;
        } finally {
            if (!stands) {
                owner.release();
            }
        }
    }

    private OwnDirectory prepare(Passage passage) throws IOException {
        try {
            return file.prepare(passage.exclusive());
        } catch (DiskFault fault) {
            throw unavailable(fault);
        }
    }

    private Refusal unavailable(DiskFault fault) {
        return new Refusal(
                        ErrorCode.LOCK_UNAVAILABLE,
                        label(),
                        "cannot be made: %s (%s)".formatted(fault.errno().meaning(), fault.errno()),
                        "check the file system: its free space and inodes, its permissions, its"
                                + " mount options")
                .because(fault);
    }

    /// Why the binding cannot be owned now.
    Refusal refusal(OwnerState state) {
        return switch (state) {
            case OwnerState.Free _ ->
                    held(
                            "is free, but another process of Belay has the binding: somebody has"
                                    + " removed the lock of a live owner, or a command runs",
                            "find that process and end it, or run the command again");
            case OwnerState.Absent _ -> held(state.found(), RECOVER);
            case OwnerState.Invalid _ ->
                    new Refusal(
                            ErrorCode.LOCK_UNREADABLE,
                            label(),
                            state.found() + ", so that nobody knows who owns the binding",
                            "make sure that no connector runs, then remove the directory by hand");
            case OwnerState.Owned(RunOwner _, var verdict) ->
                    held(state.found(), verdict.isGone() ? RECOVER : "end that process first");
        };
    }

    private static final String RECOVER =
            "`belay connector recover` removes the lock of an owner that is gone";

    private Refusal held(String found, String help) {
        return new Refusal(ErrorCode.LOCK_HELD, label(), found, help);
    }

    String label() {
        return binding.label(RunLockFile.RUN.directory());
    }
}
