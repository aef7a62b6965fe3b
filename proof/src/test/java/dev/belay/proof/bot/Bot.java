package dev.belay.proof.bot;

import dev.belay.proof.program.LineProgram;
import dev.belay.proof.program.Signal;
import dev.belay.proof.program.WarmStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// `belay connector run`, in one process after the other.
final class Bot implements AutoCloseable {
    static final String NAME = "support";

    private static final Duration SILENCE_MAX = Duration.ofSeconds(60);

    private final WarmStart start;
    private final Map<String, String> environment;
    private final Path binding;
    private final Path errors;
    private LineProgram spare;
    private LineProgram program;

    Bot(WarmStart start, Map<String, String> environment, Path root) throws IOException {
        this.start = start;
        this.environment = environment;
        this.binding = root.resolve("discord").resolve(NAME);
        this.errors = root.resolveSibling("bot.err");
        this.spare = fresh();
        this.program = spare;
    }

    /// A process that waits for its command, so that nobody waits for a JVM after a kill.
    private LineProgram fresh() throws IOException {
        return LineProgram.start(start.command(), environment, errors);
    }

    /// Runs the binding in the next process.
    void begin() throws IOException {
        // As if a day had passed: a bot that is started so often holds off, and rightly so.
        Files.deleteIfExists(binding.resolve("sessions.json"));
        program = spare;
        program.say("connector run " + NAME);
        spare = fresh();
    }

    boolean isAlive() {
        return program.isAlive();
    }

    /// Whether the process owns the binding.
    boolean isOwner() throws IOException {
        try {
            String owner = Files.readString(binding.resolve("run.lock").resolve("owner.json"));
            return owner.contains("\"pid\":" + program.pid() + ",");
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    Path binding() {
        return binding;
    }

    void kill() throws IOException {
        program.kill();
    }

    /// Asks it to end, and tells its exit code.
    int end() throws IOException {
        Signal.TERM.send(program.pid());
        return exit();
    }

    /// The exit code of the run, once it has ended by itself; -1 where it ended without one.
    int exit() throws IOException {
        Optional<String> line = program.hear(SILENCE_MAX);
        while (line.isPresent() && !line.get().startsWith("= ")) {
            line = program.hear(SILENCE_MAX);
        }
        return line.map(it -> Integer.parseInt(it.substring(2))).orElse(-1);
    }

    @Override
    public void close() throws IOException {
        program.close();
        spare.close();
    }
}
