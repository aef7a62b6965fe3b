package dev.belay.system.local;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// The `flock` of one open file, with the limit on waiting for it that the kernel does not offer.
///
/// A thread of our own stands in the kernel's queue, and callers wait for that thread. When their
/// time is over, it must stay there, since nothing calls it back; what it is granted then, it gives
/// back at once, unless a caller has come who wants it.
///
/// - **Threads:** any number.
/// - **Interrupt:** neither ends a wait nor loses the lock; it stays set.
final class WaitedLock {
    /// How many threads of this process may stand in the kernel's queues. Above, callers poll, so
    /// that a lock that is held for days costs no more than this.
    private static final int WAITERS_MAX = 64;

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long STACK_BYTES = 256 << 10;
    private static final Semaphore WAITERS = new Semaphore(WAITERS_MAX);

    private final Descriptor descriptor;

    // All guarded by this.
    private boolean queued;
    private boolean taken;
    private int callers;
    private int failure;

    WaitedLock(Descriptor descriptor) {
        this.descriptor = descriptor;
    }

    /// Zero when taken, else the negated errno: `EAGAIN` when another open file has the lock.
    synchronized int tryTake() {
        int result = descriptor.use(file -> Posix.flock(file, Abi.LOCK_EX | Abi.LOCK_NB));
        taken |= result == 0;
        return result;
    }

    /// Like [#tryTake], but waits for at most `limit`.
    synchronized int take(Duration limit) {
        long start = System.nanoTime();
        long limitNanos = TimeUnit.NANOSECONDS.convert(limit);
        boolean interrupted = false;
        callers++;
        try {
            int result = tryTake();
            long left = limitNanos;
            while (result == -Abi.EAGAIN && left > 0) {
                interrupted |= pause(isQueued() ? left : Math.min(left, POLL_NANOS));
                result = outcome();
                left = limitNanos - (System.nanoTime() - start);
            }
            return result;
        } finally {
            callers--;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Closes the descriptor, and with it drops the lock. A thread that still waits for the lock
    /// closes it instead, when its call returns.
    synchronized void close() {
        // Closed before that, the file would be open, and locked, for a moment more.
        awaitReturn();
        descriptor.close();
        notifyAll();
    }

    /// Drops the lock; the descriptor stays open.
    synchronized void drop() {
        // Dropped before that, the lock would be what the thread takes for granted.
        awaitReturn();
        descriptor.use(file -> Posix.flock(file, Abi.LOCK_UN));
        taken = false;
        notifyAll();
    }

    /// Where the lock was free for a moment, the thread in the queue was woken and is on its way
    /// back.
    private void awaitReturn() {
        boolean interrupted = false;
        while (queued && taken) {
            interrupted |= pause(POLL_NANOS);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// How things stand for a caller that was woken.
    private int outcome() {
        if (descriptor.isClosed()) {
            return -Abi.EBADF;
        }
        if (taken) {
            return 0;
        }
        if (failure != 0) {
            int result = failure;
            failure = 0;
            return result;
        }
        return queued ? -Abi.EAGAIN : tryTake();
    }

    /// Whether a thread stands in the queue, now if not before.
    private boolean isQueued() {
        if (!queued && WAITERS.tryAcquire()) {
            boolean started = false;
            try {
                failure = 0;
                Thread.ofPlatform()
                        .name("belay-flock")
                        .daemon()
                        .stackSize(STACK_BYTES)
                        .inheritInheritableThreadLocals(false)
                        .start(this::queue);
                started = true;
            } finally {
                if (!started) {
                    WAITERS.release();
                }
            }
            queued = true;
        }
        return queued;
    }

    private void queue() {
        int result = descriptor.use(file -> Posix.flock(file, Abi.LOCK_EX));
        synchronized (this) {
            queued = false;
            if (callers == 0 && !taken) {
                descriptor.use(file -> Posix.flock(file, Abi.LOCK_UN));
            } else if (result == 0) {
                taken = true;
            } else {
                failure = result;
            }
            notifyAll();
        }
        WAITERS.release();
    }

    /// Whether an interrupt ended the pause.
    private boolean pause(long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
