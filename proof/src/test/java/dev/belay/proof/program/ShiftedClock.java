package dev.belay.proof.program;

import dev.belay.system.Clock;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.time.Duration;
import java.time.Instant;

/// A wall clock that somebody has set; the clock that never goes back goes on.
public final class ShiftedClock {
    private ShiftedClock() {}

    /// This machine, with its wall clock `shift` ahead.
    public static World world(Duration shift) {
        World real = LocalWorld.create();
        Clock clock =
                new Clock() {
                    @Override
                    public Instant now() {
                        return real.clock().now().plus(shift);
                    }

                    @Override
                    public Duration elapsed() {
                        return real.clock().elapsed();
                    }
                };
        return new World(real.disk(), real.processes(), clock, real.randomness(), real.waiting());
    }
}
