package dev.belay.system;

import java.time.Duration;
import java.time.Instant;

/// What time it is.
public interface Clock {
    /// The wall clock, which people and other machines read. It may be set back; never wait by it.
    Instant now();

    /// The time since some fixed moment of this boot, which never goes back.
    Duration elapsed();
}
