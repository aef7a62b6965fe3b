package dev.belay.app.cli.conformance;

import dev.belay.system.Clock;
import dev.belay.system.Randomness;
import dev.belay.system.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;

/// The real world, but for a wall clock that can be stopped and UUIDs that can be foretold.
final class ScriptedWorld implements Clock, Randomness {
    private final World real;
    private final Queue<UUID> foretold = new ArrayDeque<>();
    private Optional<Instant> frozen = Optional.empty();

    ScriptedWorld(World real) {
        this.real = real;
    }

    World world() {
        return new World(real.disk(), real.processes(), this, this, real.waiting());
    }

    /// Stops the wall clock; empty lets it run again.
    void freeze(Optional<Instant> now) {
        frozen = now;
    }

    /// These come before any real ones.
    void foretell(List<UUID> uuids) {
        foretold.addAll(uuids);
    }

    @Override
    public Instant now() {
        return frozen.orElseGet(real.clock()::now);
    }

    @Override
    public Duration elapsed() {
        return real.clock().elapsed();
    }

    @Override
    public UUID uuid() {
        UUID next = foretold.poll();
        return next == null ? real.randomness().uuid() : next;
    }
}
