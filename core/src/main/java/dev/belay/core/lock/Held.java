package dev.belay.core.lock;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.lock.record.Candidate;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;

/// A lock that is ours until [#release].
///
/// - **Threads:** one at a time, not necessarily the one that acquired it.
public final class Held {
    private final Directory directory;
    private final LockName name;
    private final Candidate record;
    private final Runnable afterwards;
    private boolean released;

    /// @param afterwards what lets the next waiter in, run once
    Held(Directory directory, LockName name, Candidate record, Runnable afterwards) {
        this.directory = directory;
        this.name = name;
        this.record = record;
        this.afterwards = afterwards;
    }

    /// Whether the kernel tells others that we live; else they go by the numbers in the record.
    public boolean kernelLocked() {
        return record.owner().kernelLock();
    }

    /// Makes sure, right before an effect, that the lock still is ours: the same inode, unaltered.
    /// A Node process in another PID namespace may take a paused or live owner for a dead one.
    ///
    /// @throws Refusal `LOCK_LOST`, when it is not or when that cannot be known
    public void assertOwned() throws Refusal {
        if (released) {
            throw new IllegalStateException("the lock was released");
        }
        try {
            if (!record.isNamed(name.file())) {
                throw lost("is no longer ours: another program removed or replaced it");
            }
        } catch (DiskFault fault) {
            throw lost("cannot be checked to be ours still: " + reason(fault)).because(fault);
        }
    }

    /// Lets go. The name goes first and the kernel lock after: the other way round, a waiter could
    /// win our record, and then remove the lock of whoever came next.
    public Release release() {
        if (released) {
            throw new IllegalStateException("the lock was released");
        }
        released = true;
        try {
            return removeName();
        } finally {
            record.close();
            afterwards.run();
        }
    }

    String token() {
        return record.owner().token();
    }

    private Release removeName() {
        try {
            if (!record.isNamed(name.file())) {
                return new Release.Lost("another program had removed or replaced the lock");
            }
            directory.unlink(name.file());
            return new Release.Released();
        } catch (DiskFault fault) {
            return new Release.LeftBehind("the lock could not be removed: " + reason(fault));
        }
    }

    private Refusal lost(String found) {
        return new Refusal(
                ErrorCode.LOCK_LOST,
                directory.label(name.file()),
                found,
                "nothing further was done; run the command again");
    }

    private static String reason(DiskFault fault) {
        return "%s (%s)".formatted(fault.errno().meaning(), fault.errno());
    }
}
