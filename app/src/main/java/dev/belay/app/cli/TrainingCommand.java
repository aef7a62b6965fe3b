package dev.belay.app.cli;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Surroundings;
import dev.belay.core.error.ExitCode;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/// What the launcher runs to make an AOT cache: the commands that people wait for, on a directory
/// that is thrown away.
final class TrainingCommand implements Command {
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
                    List.of("deletion", "nothing"));

    @Override
    public Description description() {
        return Description.of("Runs common commands, to make an AOT cache of what they use.")
                .argument("DIR", "A directory to work in.")
                .hidden();
    }

    @Override
    public ExitCode run(Session session) {
        Surroundings own = session.surroundings();
        Surroundings quiet =
                new Surroundings(
                        Map.of(
                                "BELAY_HOME",
                                session.arguments().argument(0),
                                // Nobody listens there: the intent is written and nothing learned.
                                "BELAY_DELETION_PROVIDER",
                                "simulated",
                                "BELAY_DELETION_SIMULATED_URL",
                                "http://127.0.0.1:1"),
                        own.launcher(),
                        "",
                        InputStream.nullInputStream(),
                        OutputStream.nullOutputStream(),
                        OutputStream.nullOutputStream(),
                        own.world());
        for (List<String> line : LINES) {
            Belay.run(line, quiet);
        }
        return ExitCode.OK;
    }
}
