package dev.belay.app.cli;

import dev.belay.system.World;
import org.jspecify.annotations.Nullable;

/// What one command has to work with. Parts that cost a start-up are made on first use.
public final class Session {
    private final Surroundings surroundings;
    private final Arguments arguments;
    private final Output output;
    private @Nullable World world;

    Session(Surroundings surroundings, Arguments arguments, Output output) {
        this.surroundings = surroundings;
        this.arguments = arguments;
        this.output = output;
    }

    public Surroundings surroundings() {
        return surroundings;
    }

    public Arguments arguments() {
        return arguments;
    }

    public Output output() {
        return output;
    }

    /// The world outside: the real one, or a test's.
    public World world() {
        if (world == null) {
            world = surroundings.world().get();
        }
        return world;
    }
}
