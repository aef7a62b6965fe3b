package dev.belay.discord.gateway;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// Whether the listening is to end, and the way to end its waits.
///
/// - **Threads:** any number.
public final class Ending {
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<Optional<Runnable>> wake =
            new AtomicReference<>(Optional.empty());

    public Ending() {}

    /// Ends it, now or before it begins.
    public void end() {
        over.countDown();
        wake.get().ifPresent(Runnable::run);
    }

    public boolean isOver() {
        return over.getCount() == 0;
    }

    /// Waits for `time`, or until it is over.
    ///
    /// @return whether it is over
    boolean pause(Duration time) throws InterruptedIOException {
        try {
            return over.await(TimeUnit.NANOSECONDS.convert(time), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting");
        }
    }

    /// What wakes whoever listens to a connection.
    void wakeBy(Runnable how) {
        wake.set(Optional.of(how));
        if (isOver()) {
            how.run();
        }
    }

    void wakeByNothing() {
        wake.set(Optional.empty());
    }
}
