package dev.belay.bench;

import dev.belay.simulators.discord.FakeDiscord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A real `belay connector run` against a simulated Discord, as an operator starts it.
final class Bot implements AutoCloseable {
    private static final String NAME = "bench";
    private static final String MEMORY = "VmRSS:";
    private static final double KIBIBYTES_PER_MEBIBYTE = 1024;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Path launcher;
    private final Path home;
    private @Nullable Process process;

    /// Writes its settings.
    Bot(Path launcher, Path home, FakeDiscord discord, CountingEngine engine) throws IOException {
        this.launcher = launcher;
        this.home = home;
        Path bindings = Files.createDirectories(home.resolve("config/belay/bindings"));
        Files.writeString(
                bindings.resolve(NAME + ".yaml"),
                """
                channel:
                  type: discord
                  token: {env: BOT_TOKEN}
                  apiUrl: %s
                  gatewayUrl: %s
                ceilings:
                  daily: 1000000
                  atOnce: 16
                engine:
                  type: openai
                  url: %s
                  model: bench
                  stream: false
                """
                        .formatted(discord.api(), discord.gatewayUrl(), engine.url()));
    }

    /// Runs it in a new process.
    void start() throws IOException {
        // As if a day had passed: a bot that is started often holds off.
        Files.deleteIfExists(binding().resolve("sessions.json"));
        process = command("connector", "run", NAME);
    }

    /// Brakes it by the command; returns once the command and the run have ended.
    void stopByCommand() throws IOException {
        if (Programs.await(command("connector", "stop", NAME), LIMIT) != 0) {
            throw new IllegalStateException("`belay connector stop` failed");
        }
        Programs.await(running(), LIMIT);
    }

    /// Brakes it as any program can; the run goes on and answers nothing.
    void stopByFile() throws IOException {
        Files.createFile(stop());
    }

    /// Takes the brake away.
    void clear() throws IOException {
        Files.delete(stop());
    }

    private Path stop() {
        return binding().resolve("STOP");
    }

    private Path binding() {
        return home.resolve("data/discord").resolve(NAME);
    }

    /// The memory that is resident now, in MiB.
    double residentMebibytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(running().pid()), "status");
        Optional<String> line =
                Files.readAllLines(status).stream().filter(it -> it.startsWith(MEMORY)).findFirst();
        String number = line.orElseThrow().replaceAll("[^0-9]", "");
        return Long.parseLong(number) / KIBIBYTES_PER_MEBIBYTE;
    }

    private Process running() {
        Process found = process;
        if (found == null) {
            throw new IllegalStateException("the bot was not started");
        }
        return found;
    }

    private Process command(String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(launcher.toString());
        builder.command().addAll(List.of(words));
        builder.environment().put("BELAY_HOME", home.resolve("data").toString());
        builder.environment().put("XDG_CONFIG_HOME", home.resolve("config").toString());
        builder.environment().put("BOT_TOKEN", FakeDiscord.TOKEN);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.redirectError(home.resolve("bot.err").toFile());
        return builder.start();
    }

    @Override
    public void close() {
        Process found = process;
        if (found != null) {
            found.destroy(); // SIGTERM, the orderly end.
            Programs.await(found, LIMIT);
        }
    }
}
