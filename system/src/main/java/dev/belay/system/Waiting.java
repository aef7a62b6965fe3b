package dev.belay.system;

import java.time.Duration;

/// Letting time pass.
public interface Waiting {
    /// Returns once `time` has passed. An interrupt ends the wait early and stays set.
    void pause(Duration time);
}
