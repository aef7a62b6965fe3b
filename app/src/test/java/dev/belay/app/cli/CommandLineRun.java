package dev.belay.app.cli;

import dev.belay.app.cli.frame.Surroundings;
import dev.belay.system.World;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// One run of the command line in this process, and what came of it.
public final class CommandLineRun {
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Supplier<World> world =
            () -> {
                throw new AssertionError("nothing outside is needed here");
            };
    private String terminal = "";
    private String input = "";
    private int exit = -1;

    public CommandLineRun with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    public CommandLineRun in(World given) {
        world = () -> given;
        return this;
    }

    public CommandLineRun onTerminal(String streams) {
        terminal = streams;
        return this;
    }

    public CommandLineRun typing(String text) {
        input = text;
        return this;
    }

    public CommandLineRun run(String... arguments) {
        out.reset();
        err.reset();
        exit =
                Belay.run(
                        List.of(arguments),
                        new Surroundings(
                                environment,
                                "",
                                terminal,
                                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                                out,
                                err,
                                world));
        return this;
    }

    public int exit() {
        return exit;
    }

    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
