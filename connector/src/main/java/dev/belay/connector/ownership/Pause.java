package dev.belay.connector.ownership;

import dev.belay.system.World;
import java.time.Duration;

/// A wait that an interrupt does not turn into a spin.
final class Pause {
    private Pause() {}

    static void of(World world, Duration time) {
        boolean interrupted = Thread.interrupted();
        world.waiting().pause(time);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
