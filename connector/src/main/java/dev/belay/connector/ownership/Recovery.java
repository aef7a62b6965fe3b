package dev.belay.connector.ownership;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.lock.Gate.Passage;
import dev.belay.core.lock.directory.FoundDirectory;
import dev.belay.core.lock.directory.FoundLock;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/// Removes the lock of an owner that is gone: on an operator's word, or before a supervised start.
///
/// Either sets STOP first and judges once more, so that no claim that is published meanwhile
/// stands. An operator's STOP stays; that of a start is removed again, with no other line in it.
///
/// - **Crash:** may leave the STOP of a recover, which the next one removes.
/// - **Refuses:** an owner that is alive or may be, a record that nobody can read, and, before a
///   start, every brake.
public final class Recovery {
    /// How long is watched what a Node process leaves for a moment as it works: the mark of its
    /// recover, or a lock without a record. If it still runs, it is over within milliseconds.
    private static final Duration WATCH = Duration.ofSeconds(1);

    private static final Duration POLL = Duration.ofMillis(50);

    private final World world;
    private final RunLock lock;
    private final RunLockFile file;
    private final BindingStop stop;
    private final StopLock stopLock;

    public Recovery(World world, Directory binding, Duration waitMax) {
        this.world = world;
        this.lock = new RunLock(world, binding, waitMax);
        this.file = new RunLockFile(world, binding, RunLockFile.RUN);
        this.stop = new BindingStop(world, binding);
        this.stopLock = new StopLock(world, binding);
    }

    /// What a recover found.
    public enum Recovered {
        /// No lock.
        CLEAN,
        /// The lock of an owner that was gone; it is removed.
        CLEARED
    }

    /// What an unlock found before it removed it.
    public sealed interface Unlocked {
        /// No lock.
        record Nothing() implements Unlocked {}

        /// A lock, and in it perhaps a record.
        record Removed(OwnerState state) implements Unlocked {}
    }

    /// Called once the decision stands and before anything is removed; a failure keeps the lock.
    @FunctionalInterface
    public interface BeforeRemoval {
        void audit(OwnerState state) throws IOException;
    }

    /// Makes a supervised start possible after any crash, unless somebody has braked.
    ///
    /// @throws Refusal `BRAKED`, `LOCK_HELD`, or `LOCK_UNREADABLE`, of which none gets better by
    ///   trying again
    public Recovered recover(BeforeRemoval before) throws IOException {
        requireNoneButMark(brake());
        try (Passage passage = lock.enter()) {
            stopLock.clean();
            stop.settle();
            removeOldMark();
            file.clean(passage.exclusive());
            try (FoundLock found = find()) {
                OwnerState state = file.judge(found, passage.exclusive());
                if (state instanceof OwnerState.Free) {
                    return Recovered.CLEAN;
                }
                if (!state.isRemovable() || !(found instanceof FoundDirectory directory)) {
                    throw lock.refusal(state);
                }
                return recover(directory, passage.exclusive(), before);
            }
        }
    }

    /// The lock. One without a record is watched, since a Node process may be making or removing it
    /// at this moment; in the middle of a removal it would remove the lock that comes next, too.
    private FoundLock find() throws DiskFault {
        Duration end = world.clock().elapsed().plus(WATCH);
        while (true) {
            FoundLock found = file.find();
            boolean isBare =
                    found instanceof FoundDirectory directory
                            && directory.content() instanceof FoundDirectory.Content.Nothing;
            if (!isBare || world.clock().elapsed().compareTo(end) >= 0) {
                return found;
            }
            found.close();
            Pause.of(world, POLL);
        }
    }

    private Recovered recover(FoundDirectory found, boolean exclusive, BeforeRemoval before)
            throws IOException {
        String mark = StopLine.recoverMark(world.randomness().uuid().toString());
        if (!stop.place(mark)) {
            throw stop.braked("was set by somebody while we began to recover");
        }
        Attempt attempt;
        try {
            attempt = remove(found, exclusive, before);
        } catch (IOException failure) {
            removeMark(mark, failure);
            throw failure;
        }
        if (attempt.isOver() && !removeMark(text -> text.isOnly(mark))) {
            throw stop.braked("was set by somebody while we recovered, and stays");
        }
        if (attempt.refusal().isPresent()) {
            throw attempt.refusal().get();
        }
        return Recovered.CLEARED;
    }

    /// How the removal of a lock went.
    ///
    /// @param refusal why it was not removed; empty when it is gone
    /// @param isOver whether nobody relies on our STOP any more
    private record Attempt(Optional<Refusal> refusal, boolean isOver) {}

    /// Removes the lock that was found under a STOP that stands now. Who claims from now on lets
    /// go; who claimed before is found.
    private Attempt remove(FoundDirectory found, boolean exclusive, BeforeRemoval before)
            throws IOException {
        try (FoundLock again = file.find()) {
            OwnerState state = file.judge(again, exclusive);
            if (again instanceof FoundLock.Nothing) {
                return new Attempt(Optional.empty(), true); // Another program was faster.
            }
            boolean isSame = again instanceof FoundDirectory now && now.isSameAs(found);
            if (!isSame || !state.isRemovable()) {
                return new Attempt(Optional.of(lock.refusal(state)), true);
            }
            before.audit(state);
            return switch (file.remove(found)) {
                case REMOVED -> new Attempt(Optional.empty(), true);
                case CHANGED -> new Attempt(Optional.of(changed()), true);
                // Two claims are under way. While STOP stands, neither becomes an owner.
                case DISPLACED -> new Attempt(Optional.of(changed()), false);
            };
        }
    }

    private Refusal changed() {
        return new Refusal(
                ErrorCode.LOCK_HELD,
                lock.label(),
                "was taken by another program while we removed that of a dead owner",
                "look with `belay connector status` who owns the binding");
    }

    /// Removes the mark of a recover that has died. That ours are dead is certain, since we have
    /// the kernel lock that they had; a Node recover that lives is given time to remove its own.
    private void removeOldMark() throws IOException {
        Optional<StopText> text = brake();
        Duration end = world.clock().elapsed().plus(WATCH);
        while (text.filter(Recovery::isNodeMark).isPresent()
                && world.clock().elapsed().compareTo(end) < 0) {
            Pause.of(world, POLL);
            Optional<StopText> now = brake();
            if (!now.equals(text)) {
                text = now;
                end = world.clock().elapsed().plus(WATCH);
            }
        }
        requireNoneButMark(text);
        if (text.isPresent() && !removeMark(text.get()::equals)) {
            throw stop.braked("was set by somebody as we began to recover");
        }
    }

    private static boolean isNodeMark(StopText text) {
        return text.isRecoverMark() && text.lines().getFirst().isNodeRecover();
    }

    private void requireNoneButMark(Optional<StopText> text) throws Refusal {
        if (text.isPresent() && !text.get().isRecoverMark()) {
            throw stop.braked("stands, and nothing new begins until it is cleared");
        }
    }

    /// What stands in STOP. One that cannot be read is somebody's brake.
    private Optional<StopText> brake() throws Refusal {
        try {
            return stop.read();
        } catch (Refusal unreadable) {
            throw stop.braked("stands, and " + unreadable.getMessage()).because(unreadable);
        }
    }

    /// After a failure; where it cannot be removed, the next recover does.
    private void removeMark(String mark, IOException failure) {
        try {
            removeMark(text -> text.isOnly(mark));
        } catch (IOException second) {
            failure.addSuppressed(second);
        }
    }

    private boolean removeMark(Predicate<StopText> mark) throws IOException {
        try (StopLock.Hold hold = stopLock.take()) {
            return stop.removeIf(mark, hold);
        }
    }

    /// Removes the lock of an owner that is gone, on an operator's word, and leaves the brake set.
    ///
    /// @param reason what the line in STOP says
    /// @throws Refusal `OWNER_NOT_GONE`; STOP was not set then
    public Unlocked unlock(String reason, BeforeRemoval before) throws IOException {
        requireRemovable(lock.inspect());
        try (Passage passage = enter();
                FoundLock found = find()) {
            OwnerState state = file.judge(found, passage.exclusive());
            requireRemovable(state);
            stop.add(reason);
            if (!(found instanceof FoundDirectory directory)) {
                return new Unlocked.Nothing();
            }
            Optional<Refusal> refusal = remove(directory, passage.exclusive(), before).refusal();
            if (refusal.isPresent()) {
                throw notGone(
                        "has changed hands meanwhile: " + refusal.get().getMessage(),
                        "STOP was set and stands; run the command again");
            }
            return new Unlocked.Removed(state);
        }
    }

    private Passage enter() throws IOException {
        try {
            return lock.enter();
        } catch (Refusal held) {
            throw notGone("is held by a process of Belay that lives", held.help()).because(held);
        }
    }

    private void requireRemovable(OwnerState state) throws Refusal {
        if (state instanceof OwnerState.Free || state.isRemovable()) {
            return;
        }
        String help =
                state instanceof OwnerState.Owned
                        ? "nothing was changed; use `belay connector stop`, and unlock only a lock"
                                + " whose owner is gone"
                        : "nothing was changed; make sure that no connector runs, then remove the"
                                + " directory by hand";
        throw notGone(state.found(), help);
    }

    private Refusal notGone(String found, String help) {
        return new Refusal(ErrorCode.OWNER_NOT_GONE, lock.label(), found, help);
    }
}
