package dev.belay.app.cli;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Surroundings;
import dev.belay.core.error.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What the launcher runs to make an AOT cache: the commands that people wait for, on a directory
/// that is thrown away.
final class TrainingCommand implements Command {
    private static final String BOT = "bot";

    private static final List<List<String>> LINES =
            List.of(
                    List.of("--version"),
                    List.of("--help"),
                    List.of("config", "show"),
                    List.of("config", "show", "--json"),
                    List.of("deletion", "list"),
                    List.of("deletion", "request", "bx_23456789", "--name", "web-1", "--no-wait"),
                    List.of("deletion", "list"),
                    List.of("deletion", "list", "--json"),
                    List.of("deletion", "show", "bx_23456789"),
                    List.of("status"),
                    List.of("status", "--json"),
                    List.of("explain", "bx_23456789"),
                    List.of("deletion", "resolve", "bx_23456789", "--evidence", "training"),
                    List.of("audit"),
                    List.of("deletion", "nothing"),
                    List.of("connector", "init", BOT, "--channel", "terminal", "--engine", "echo"),
                    List.of("connector", "run", BOT),
                    List.of("connector", "status", BOT),
                    List.of("connector", "stop", BOT),
                    List.of("connector", "clear", BOT, "--yes"));

    @Override
    public Description description() {
        return Description.of("Runs common commands, to make an AOT cache of what they use.")
                .argument("DIR", "A directory to work in.")
                .hidden();
    }

    @Override
    public ExitCode run(Session session) {
        for (List<String> line : LINES) {
            Belay.run(line, quiet(session));
        }
        return ExitCode.OK;
    }

    /// Somebody who says one thing and reads nothing.
    private static Surroundings quiet(Session session) {
        Surroundings own = session.surroundings();
        Path directory = Path.of(session.arguments().argument(0));
        return new Surroundings(
                Map.of(
                        "BELAY_HOME",
                        directory.resolve("data").toString(),
                        "XDG_CONFIG_HOME",
                        directory.resolve("config").toString(),
                        // Nobody listens there: the intent is written and nothing learned.
                        "BELAY_DELETION_PROVIDER",
                        "simulated",
                        "BELAY_DELETION_SIMULATED_URL",
                        "http://127.0.0.1:1"),
                own.launcher(),
                "",
                new ByteArrayInputStream("hello\n".getBytes(StandardCharsets.UTF_8)),
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                own.world());
    }
}
