package dev.belay.system.program;

import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.Commands.Command;
import dev.belay.system.program.Commands.Running;
import dev.belay.system.service.Signals.Signal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A program of its own, since what a command leaves is told by the children of a whole process:
/// runs a script, and writes how it ended and what was left of it.
final class CommandRun {
    private CommandRun() {}

    /// Runs what it is told, and says what came of it.
    ///
    /// @param arguments the script, and the milliseconds after which it is asked to end
    public static void main(String[] arguments) throws IOException {
        Commands commands = new LocalCommands(LocalWorld.adoption());
        Running running =
                commands.start(
                        new Command(
                                List.of("/bin/sh", "-c", arguments[0]),
                                Map.of("PATH", "/usr/bin:/bin"),
                                Path.of("/")));
        Optional<Integer> code = running.await(Duration.ofMillis(Long.parseLong(arguments[1])));
        if (code.isEmpty()) {
            running.signal(Signal.TERM);
            code = running.await(Duration.ofSeconds(5));
        }
        Commands.Rest rest = running.end(Duration.ofMillis(200));
        System.out.println(code.map(String::valueOf).orElse("none") + " " + rest);
    }
}
