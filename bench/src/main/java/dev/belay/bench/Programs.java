package dev.belay.bench;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Waits for processes.
final class Programs {
    private Programs() {}

    /// The exit code of a process; one that takes too long is killed, and fails the measurement.
    static int await(Process process, Duration limit) {
        try {
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        throw new IllegalStateException("a process did not end in " + limit.toSeconds() + " s");
    }
}
