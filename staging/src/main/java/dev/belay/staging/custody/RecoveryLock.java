package dev.belay.staging.custody;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.Durability;
import dev.belay.core.identity.Identities;
import dev.belay.core.identity.ProcessIdentity;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.RecoveryOwner;
import dev.belay.staging.removal.TreeRemoval;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import java.io.IOException;
import java.util.Optional;

/// The lock that keeps the Node program out: a directory `recovery.lock` with a record.
///
/// It appears with its record in one step, and goes in one. A directory without a record is in
/// nobody's way: who made it finds ours in its place, and gives up.
///
/// - **Crash:** leaves the lock with its record, or none.
final class RecoveryLock {
    private static final int PRIVATE = 0700;

    private final SyncRoot root;
    private final Directory staging;
    private final LockJudge.Maker maker;
    private final String found;

    private RecoveryLock(SyncRoot root, Directory staging, LockJudge.Judged judged) {
        this.root = root;
        this.staging = staging;
        this.maker = judged.maker();
        this.found = judged.found();
    }

    /// Publishes our lock in `staging`, or uses the one of the dead that is there.
    ///
    /// @throws Refusal when it is that of the living, or nobody knows
    static RecoveryLock take(
            SyncRoot root, Directory staging, LockJudge judge, Optional<Receipt> receipt)
            throws IOException {
        if (publish(root, staging)) {
            return new RecoveryLock(root, staging, new LockJudge.Judged(LockJudge.Maker.BELAY, ""));
        }
        return new RecoveryLock(root, staging, judge.require(staging, receipt));
    }

    /// False when there is a lock with a record.
    private static boolean publish(SyncRoot root, Directory staging) throws IOException {
        String generation = root.world().randomness().uuid().toString();
        String made = RecoveryOwner.DIRECTORY + "." + generation;
        Directory temporaries = root.temporaries();
        temporaries.makeDirectory(made, PRIVATE);
        boolean isPublished = false;
        try {
            try (Directory lock = temporaries.openDirectory(made)) {
                ProcessIdentity own = new Identities(root.world().processes()).own();
                root.file(lock, RecoveryOwner.FILE)
                        .replace(new RecoveryOwner(own, generation).write(), () -> {});
            }
            temporaries.rename(made, staging, RecoveryOwner.DIRECTORY); // Ours from here.
            isPublished = true;
            Durability.sync(staging);
            return true;
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOTEMPTY || fault.errno() == Errno.EEXIST) {
                return false;
            }
            if (fault.errno() == Errno.ENOTDIR) {
                throw new Refusal(
                                ErrorCode.LOCK_UNREADABLE,
                                staging.label(RecoveryOwner.DIRECTORY),
                                "is no directory",
                                "find out what put it there")
                        .because(fault);
            }
            throw fault;
        } finally {
            if (!isPublished) {
                TreeRemoval.remove(temporaries, made);
            }
        }
    }

    /// What was known of the lock that was there; empty where there was none.
    String found() {
        return found;
    }

    /// Removes the lock, where it is one of Belay: that of the Node program stays as it stands.
    void leave() throws DiskFault {
        if (maker != LockJudge.Maker.NODE) {
            remove();
        }
    }

    /// Removes it, whose ever it was.
    void remove() throws DiskFault {
        String gone = RecoveryOwner.DIRECTORY + "." + root.world().randomness().uuid();
        try {
            staging.rename(RecoveryOwner.DIRECTORY, root.temporaries(), gone);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT) {
                throw fault;
            }
        }
        TreeRemoval.remove(root.temporaries(), gone);
    }
}
