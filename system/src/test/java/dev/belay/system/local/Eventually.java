package dev.belay.system.local;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/// Watching for what another thread or process must bring about.
final class Eventually {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final long POLL_NANOS = 1_000_000;

    private Eventually() {}

    static void holds(String claim, Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - start > LIMIT.toNanos()) {
                throw new AssertionError("not in " + LIMIT + ": " + claim);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
