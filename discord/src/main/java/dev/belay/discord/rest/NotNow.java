package dev.belay.discord.rest;

import java.io.IOException;
import java.time.Duration;

/// A limit of Discord's lets nothing be asked now; nothing was.
final class NotNow extends IOException {
    private final transient Duration delay;

    NotNow(Duration delay) {
        super("Discord may not be asked for " + delay.toMillis() + " ms");
        this.delay = delay;
    }

    /// Until it may be.
    Duration delay() {
        return delay;
    }
}
