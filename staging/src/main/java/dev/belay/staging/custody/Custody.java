package dev.belay.staging.custody;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.lock.Gate;
import dev.belay.core.lock.Gate.Passage;
import dev.belay.staging.discovery.OwnerState;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.SideRecords;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.RecoveryOwner;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A staging in the hands of one recovery, as docs/protocols/recovery-lock.md has it.
///
/// Processes of Belay exclude each other by the kernel lock of the staging's directory, which goes
/// with it wherever it is moved and ends with its process; the Node program is kept out by the
/// recovery lock.
///
/// - **Crash:** leaves the staging in its place or moved away, whole; or what is left of a removal
///   that was decided. Whoever takes it next goes on from there.
/// - **Threads:** one.
/// - **Refuses:** what another recovery has in its hands, or may have (`LOCK_HELD`,
///   `LOCK_UNREADABLE`).
public final class Custody implements AutoCloseable {
    private static final int ATTEMPTS_MAX = 8;
    private static final Duration WAIT_MAX = Duration.ofSeconds(2);

    private final SyncRoot root;
    private final StagingId id;
    private final Directory directory;
    private final Passage kernelLock;
    private boolean isMoved;
    private boolean isRemoved;
    private @Nullable RecoveryLock lock;

    private Custody(SyncRoot root, StagingId id, Directory directory, Passage kernelLock) {
        this.root = root;
        this.id = id;
        this.directory = directory;
        this.kernelLock = kernelLock;
    }

    /// Takes the staging `id`; empty when it is neither in its place nor moved away. One that a
    /// recovery has moved away, and was cut off, is brought back: what that recovery had proved is
    /// proved anew.
    public static Optional<Custody> take(SyncRoot root, StagingId id, Owners owners, Demand demand)
            throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            boolean isMoved = false;
            Optional<Directory> found = open(root.directory(), id.directory());
            if (found.isEmpty()) {
                isMoved = true;
                found = open(root.proving(), id.value());
            }
            if (found.isEmpty()) {
                return Optional.empty();
            }
            Duration wait = demand == Demand.NONE ? Duration.ZERO : WAIT_MAX;
            Optional<Passage> kernelLock = hold(root, id, new At(found.get(), isMoved), wait);
            if (kernelLock.isPresent()) {
                Custody custody = new Custody(root, id, found.get(), kernelLock.get());
                custody.begin(isMoved, owners, demand);
                return Optional.of(custody);
            }
        }
        throw new Refusal(
                ErrorCode.STATE_CHANGED,
                root.directory().label(id.directory()),
                "is moved to and fro",
                "wait for the recovery that does it");
    }

    /// Whether a recovery of Belay that was cut off has left its lock in the staging `id`.
    public static boolean isLeftOver(SyncRoot root, StagingId id) throws DiskFault {
        Optional<Directory> found = open(root.directory(), id.directory());
        if (found.isEmpty()) {
            return false;
        }
        try (Directory staging = found.get()) {
            return staging.status(RecoveryOwner.DIRECTORY).isPresent()
                    && LockJudge.isLeftOver(staging, root.world().processes());
        }
    }

    private static Optional<Directory> open(Directory parent, String name) throws DiskFault {
        try {
            return Optional.of(parent.openDirectory(name));
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw fault;
        }
    }

    /// Where a directory was found.
    private record At(Directory directory, boolean isMoved) {
        boolean isStillThere(SyncRoot root, StagingId id) throws DiskFault {
            Optional<Directory> named =
                    isMoved
                            ? open(root.proving(), id.value())
                            : open(root.directory(), id.directory());
            if (named.isEmpty()) {
                return false;
            }
            try (Directory there = named.get()) {
                return DirectoryIdentity.of(there).equals(DirectoryIdentity.of(directory));
            }
        }
    }

    /// The kernel lock of a directory; empty when it is no longer where it was found.
    private static Optional<Passage> hold(SyncRoot root, StagingId id, At at, Duration wait)
            throws IOException {
        Passage passage = null;
        boolean isHeld = false;
        try {
            passage =
                    new Gate(at.directory())
                            .pass(root.world().clock(), wait)
                            .orElseThrow(() -> atWork(at.directory().label()));
            requireExclusive(passage, at.directory().label());
            isHeld = at.isStillThere(root, id);
            return isHeld ? Optional.of(passage) : Optional.empty();
        } finally {
            if (!isHeld) {
                if (passage != null) {
                    passage.close();
                }
                at.directory().close();
            }
        }
    }

    private static Refusal atWork(String label) {
        return new Refusal(
                ErrorCode.LOCK_HELD,
                label,
                "another recovery of Belay is at work in it",
                "wait for it");
    }

    private static void requireExclusive(Passage passage, String label) throws Refusal {
        if (!passage.exclusive()) {
            throw new Refusal(
                    ErrorCode.LOCK_UNAVAILABLE,
                    label,
                    "cannot be locked on this file system",
                    "nothing is recovered here");
        }
    }

    private void begin(boolean wasMoved, Owners owners, Demand demand) throws IOException {
        boolean isLocked = false;
        try {
            if (wasMoved) {
                root.bringBack(id);
            }
            root.makeRoom(); // The lock is written before anything goes.
            LockJudge judge = new LockJudge(root.world().processes(), owners, demand);
            lock = RecoveryLock.take(root, directory, judge, receipt());
            isLocked = true;
        } finally {
            if (!isLocked) {
                release();
            }
        }
    }

    /// What the receipt says now; empty when there is none that counts here.
    public Optional<Receipt> receipt() throws IOException {
        return Receipts.read(directory, id);
    }

    /// What is known of the owner that a receipt names.
    public OwnerState judgeOwner(Owners owners, Receipt receipt) {
        return owners.judge(receipt, root.directory());
    }

    /// Whether who made it is alive, as far as is kept beside it: there may be no receipt yet.
    public boolean isMakerAlive(Owners owners) {
        try {
            return SideRecords.read(root.directory(), id)
                    .map(record -> owners.judge(record.owner()))
                    .filter(state -> state == OwnerState.PRESENT)
                    .isPresent();
        } catch (IOException _) {
            return false; // What is damaged proves nothing.
        }
    }

    public StagingId id() {
        return id;
    }

    /// The staging itself, wherever it is.
    public Directory directory() {
        return directory;
    }

    /// Where it is now.
    public Path path() {
        return isMoved ? root.provingPath(id) : root.path(id);
    }

    /// Where it was made, and where claims on it and its repository know it.
    public Path place() {
        return root.path(id);
    }

    public boolean isMoved() {
        return isMoved;
    }

    /// Moves it where nobody comes in by a name.
    public void moveAway() throws DiskFault {
        if (!isMoved) {
            isMoved = true; // Also where only a sync failed; what is in its place stays there.
            root.moveAway(id);
        }
    }

    /// Removes it for good. It has been moved away, and looked at there.
    public void remove() throws DiskFault {
        if (!isMoved) {
            throw new IllegalStateException("removed in its place");
        }
        isRemoved = true; // Whoever looks next ends it.
        root.removeMoved(id);
    }

    /// Gives it back, unless it was removed: to its place, and without our lock.
    public void giveBack() throws DiskFault {
        if (isRemoved) {
            return;
        }
        if (isMoved && root.proving().status(id.value()).isPresent()) {
            root.bringBack(id);
        }
        isMoved = false;
        if (lock != null) {
            lock.leave();
            lock = null;
        }
    }

    /// What was known of the recovery lock that was there; empty where there was none.
    public String lockFound() {
        return lock == null ? "" : lock.found();
    }

    /// Gives it back without any recovery lock, whose ever it was.
    public void giveBackUnlocked() throws DiskFault {
        if (lock != null) {
            lock.remove();
            lock = null;
        }
        giveBack();
    }

    private void release() {
        kernelLock.close();
        directory.close();
    }

    /// Lets others have it. Where it was neither removed nor given back, the lock stays as well.
    @Override
    public void close() {
        release();
    }
}
