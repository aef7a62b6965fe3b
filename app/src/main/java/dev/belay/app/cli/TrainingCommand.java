package dev.belay.app.cli;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Surroundings;
import dev.belay.core.error.ExitCode;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/// What the launcher runs to make an AOT cache: the commands that people wait for, on a directory
/// that is thrown away.
final class TrainingCommand implements Command {
    private static final List<List<String>> LINES =
            List.of(
                    List.of("--version"),
                    List.of("--help"),
                    List.of("config", "show"),
                    List.of("config", "show", "--json"));

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
                        java.util.Map.of("BELAY_HOME", session.arguments().argument(0)),
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
