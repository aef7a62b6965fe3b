package dev.belay.core.lock;

import dev.belay.core.error.Refusal;
import dev.belay.core.lock.record.Candidate;
import dev.belay.core.lock.record.FileLock;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// What Belay's threads and processes pass one at a time: the threads of this object in the order
/// in which they came, the processes by the kernel lock of the directory.
///
/// It keeps Belay processes apart even where a Node process in another PID namespace wrongly
/// removes a live owner's lock, and lets a process wait without polling.
public final class Gate {
    private final Directory directory;
    private final Semaphore turns = new Semaphore(1, true);

    public Gate(Directory directory) {
        this.directory = directory;
    }

    /// The way through, ours until it is closed.
    ///
    /// @param file the directory, locked
    /// @param exclusive whether the kernel keeps other processes out; it does not where the file
    ///   system has no such locks
    public record Passage(OpenFile file, boolean exclusive, Semaphore turns)
            implements AutoCloseable {
        @Override
        public void close() {
            file.close();
            turns.release();
        }
    }

    /// Empty when it was not free within `limit`.
    ///
    /// @throws Refusal `LOCK_UNAVAILABLE` when the directory cannot be locked for another reason
    public Optional<Passage> pass(Clock clock, Duration limit) throws Refusal {
        return pass(Deadline.in(clock, limit));
    }

    /// Empty when it was not free before the deadline.
    Optional<Passage> pass(Deadline deadline) throws Refusal {
        if (!takeTurn(deadline)) {
            return Optional.empty();
        }
        Optional<Passage> passage = Optional.empty();
        try {
            passage = passKernel(deadline);
            return passage;
        } finally {
            if (passage.isEmpty()) {
                turns.release();
            }
        }
    }

    private Optional<Passage> passKernel(Deadline deadline) throws Refusal {
        OpenFile file;
        try {
            file = directory.open(".", 0, OpenOption.READ);
        } catch (DiskFault fault) {
            throw Candidate.unavailable(directory.label("."), fault);
        }
        FileLock lock = FileLock.REFUSED;
        try {
            lock = FileLock.waitOn(file, deadline.remaining());
        } catch (DiskFault fault) {
            throw Candidate.unavailable(directory.label("."), fault);
        } finally {
            if (lock == FileLock.REFUSED) {
                file.close();
            }
        }
        return lock == FileLock.REFUSED
                ? Optional.empty()
                : Optional.of(new Passage(file, lock == FileLock.TAKEN, turns));
    }

    private boolean takeTurn(Deadline deadline) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return turns.tryAcquire(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
