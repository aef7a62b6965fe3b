package dev.belay.system.local;

import dev.belay.system.Waiting;
import java.time.Duration;

/// Waiting by sleep of the calling thread.
final class ThreadWaiting implements Waiting {
    @Override
    public void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
