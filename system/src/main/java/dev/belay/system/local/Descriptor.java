package dev.belay.system.local;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/// A file descriptor that is closed once, and only when no call uses it any more.
///
/// - **Threads:** any number. A number that was closed may at once be another file's; here no call
///   can hit that file, whichever thread closes.
final class Descriptor {
    private static final int CLOSED = 1 << 31;

    private final int number;

    /// How many calls run, and the bit `CLOSED`.
    private final AtomicInteger users = new AtomicInteger();

    Descriptor(int number) {
        this.number = number;
    }

    boolean isClosed() {
        return users.get() < 0;
    }

    /// What `call` returns for the descriptor, or the negated `EBADF` when it is closed.
    int use(IntUnaryOperator call) {
        if (!enter()) {
            return -Abi.EBADF;
        }
        try {
            return call.applyAsInt(number);
        } finally {
            if (users.decrementAndGet() == CLOSED) {
                Posix.close(number);
            }
        }
    }

    /// Closes, when the calls that run are over. Does nothing when closed already.
    void close() {
        int before = users.getAndUpdate(count -> count | CLOSED);
        if (before == 0) {
            Posix.close(number);
        }
    }

    private boolean enter() {
        return users.getAndUpdate(count -> count < 0 ? count : count + 1) >= 0;
    }
}
