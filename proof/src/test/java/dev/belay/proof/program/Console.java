package dev.belay.proof.program;

import dev.belay.app.cli.Belay;
import dev.belay.app.cli.frame.Surroundings;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The command line inside the tests' own process: the same code, without the start of a program.
public final class Console {
    private Console() {}

    /// Runs one command line with this environment and no other.
    public static Ran run(Map<String, String> environment, String... words) {
        return run(environment, LocalWorld::create, List.of(words));
    }

    /// The same in a world of the test's.
    public static Ran run(
            Map<String, String> environment, Supplier<World> world, List<String> words) {
        return type(environment, world, "", words);
    }

    /// The same with a text typed into it, to its end.
    public static Ran type(
            Map<String, String> environment,
            Supplier<World> world,
            String typed,
            List<String> words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        InputStream in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
        int exit = Belay.run(words, new Surroundings(environment, "", "", in, out, err, world));
        return new Ran(
                exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
