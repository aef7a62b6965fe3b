package dev.belay.app.cli.conformance;

import dev.belay.app.cli.conformance.ScriptedProcesses.Pretence;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.system.Clock;
import dev.belay.system.Randomness;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;

/// The real world, but for a wall clock that can be stopped, UUIDs that can be foretold, and
/// processes of which something else can be said.
final class ScriptedWorld implements Clock, Randomness {
    private final World real;
    private final ScriptedProcesses processes;
    private final Queue<UUID> foretold = new ArrayDeque<>();
    private Optional<Instant> frozen = Optional.empty();

    ScriptedWorld(World real) {
        this.real = real;
        this.processes = new ScriptedProcesses(real.processes());
    }

    World world() {
        return new World(real.disk(), processes, this, this, real.waiting());
    }

    /// Stops the wall clock; empty lets it run again.
    void freeze(Optional<Instant> now) {
        frozen = now;
    }

    /// What is done while something else is said of processes, and of the time.
    interface Work {
        JsonValue run() throws IOException;
    }

    /// Does something as the seams of a command say: `identity`, and `now`.
    ///
    /// @param subject the process that it is about
    JsonValue pretending(JsonObject arguments, long subject, Work work) throws IOException {
        Optional<Pretence> next =
                arguments.member("identity").orElse(JsonNull.NULL) instanceof JsonObject identity
                        ? Optional.of(new Pretence(identity, subject))
                        : Optional.empty();
        Optional<Instant> now = Driver.instant(arguments.member("now").orElse(JsonNull.NULL));
        Optional<Instant> frozenBefore = frozen;
        Optional<Pretence> before = processes.pretend(next);
        frozen = now.or(() -> frozenBefore);
        try {
            return work.run();
        } finally {
            processes.pretend(before);
            frozen = frozenBefore;
        }
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
