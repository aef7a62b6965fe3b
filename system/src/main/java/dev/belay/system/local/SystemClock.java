package dev.belay.system.local;

import dev.belay.system.Clock;
import java.time.Duration;
import java.time.Instant;

/// The clocks of this machine.
final class SystemClock implements Clock {
    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime());
    }
}
