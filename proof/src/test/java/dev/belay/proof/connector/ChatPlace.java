package dev.belay.proof.connector;

import dev.belay.proof.program.Console;
import dev.belay.proof.program.Conversation;
import dev.belay.proof.program.Ran;
import dev.belay.simulators.discord.FakeDiscord;
import dev.belay.simulators.discord.FakeDiscordOptions;
import dev.belay.simulators.discord.Spoken;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/// A data root, a binding with an engine that writes down what it was asked, and a Discord of its
/// own.
public final class ChatPlace implements AutoCloseable {
    public static final String NAME = "support";
    private static final String[] RUN = {"connector", "run", NAME};
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long POLL_NANOSECONDS = 1_000_000;

    private final Path scratch;
    private final Path root;
    private final FakeDiscord discord;
    private final ListeningEngine engine;

    /// A condition that is waited for.
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws IOException;
    }

    /// @param root where the data root is
    public ChatPlace(Path scratch, Path root) throws IOException {
        World world = LocalWorld.create();
        this.scratch = scratch;
        this.root = root;
        this.engine = new ListeningEngine(scratch);
        this.discord = FakeDiscord.start(FakeDiscordOptions.USUAL, world.clock(), world.waiting());
        configure("", "");
    }

    /// Sets what the binding is to be.
    ///
    /// @param deed what the engine does before it answers, in a shell's words; `$text` is asked
    /// @param more settings, in YAML
    public void configure(String deed, String more) throws IOException {
        engine.write(deed);
        Path bindings = Files.createDirectories(scratch.resolve("config/belay/bindings"));
        Files.writeString(
                bindings.resolve(NAME + ".yaml"),
                """
                channel:
                  type: discord
                  token: {env: BOT_TOKEN}
                  apiUrl: %s
                  gatewayUrl: %s
                texts: {interrupted: interrupted}
                %s
                %s\
                """
                        .formatted(discord.api(), discord.gatewayUrl(), engine.setting(), more));
    }

    public FakeDiscord discord() {
        return discord;
    }

    public Path binding() {
        return root.resolve("discord").resolve(NAME);
    }

    /// A real process that runs the binding, once it is connected.
    public Conversation connect() throws IOException {
        int before = discord.identified();
        Conversation run = Conversation.start(root, environment(), RUN);
        await("a connection", () -> discord.identified() > before && discord.connected() > 0);
        return run;
    }

    /// A run in this process, of which is known that it ends by itself.
    public Ran runToItsEnd() {
        return belay(RUN);
    }

    public Ran belay(String... words) {
        return Console.run(environment(), words);
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>();
        environment.put("BELAY_HOME", root.toString());
        environment.put("XDG_CONFIG_HOME", scratch.resolve("config").toString());
        environment.put("BOT_TOKEN", FakeDiscord.TOKEN);
        return environment;
    }

    /// Somebody asks the bot something.
    ///
    /// @return the id of the message
    public String ask(String text) {
        return discord.say(
                FakeDiscord.CHANNEL,
                FakeDiscord.USER,
                "<@" + FakeDiscord.BOT + "> " + text,
                FakeDiscord.mention());
    }

    /// What the bot has said, oldest first.
    public List<String> said() {
        List<String> said = new ArrayList<>();
        for (Spoken message : discord.messages(FakeDiscord.CHANNEL)) {
            if (message.author().equals(FakeDiscord.BOT)) {
                said.add(message.text());
            }
        }
        return said;
    }

    public void awaitSaid(String... texts) throws IOException {
        List<String> expected = List.of(texts);
        await(expected + " and not " + said(), () -> said().size() >= expected.size());
    }

    /// What the engine was asked, oldest first.
    public List<String> questions() throws IOException {
        return engine.questions();
    }

    public static void await(String what, Condition condition) throws IOException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > end) {
                throw new IOException("not in " + LIMIT + ": " + what);
            }
            LockSupport.parkNanos(POLL_NANOSECONDS);
        }
    }

    @Override
    public void close() {
        discord.close();
    }
}
