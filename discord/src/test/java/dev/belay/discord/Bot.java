package dev.belay.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.channel.Post;
import dev.belay.discord.gateway.Pace;
import dev.belay.simulators.discord.FakeDiscord;
import dev.belay.simulators.discord.FakeDiscordOptions;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import dev.belay.system.World;
import dev.belay.system.local.JdkHttp;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.socket.JdkWebSockets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// A bot that listens to a [FakeDiscord], and what it heard.
final class Bot implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long POLL_NANOS = 1_000_000;

    /// As usual, but that nothing is waited for.
    static final Pace BRISK =
            new Pace(
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(60),
                    new Pace.Waits(
                            Duration.ofMillis(2),
                            Duration.ofMillis(20),
                            Duration.ofMillis(2),
                            Duration.ofMillis(5)));

    private static final JdkHttp HTTP = new JdkHttp();

    /// How often the wall clock was looked at.
    final AtomicLong looks = new AtomicLong();

    final World world = hasty(looks);
    final Heard heard = new Heard();
    final DiscordChannel channel;
    private final FutureTask<Boolean> listening;

    Bot(DiscordSettings settings, Pace pace, Path path) throws IOException {
        this(settings, pace, open(path));
    }

    Bot(DiscordSettings settings, Pace pace, Directory directory) {
        channel =
                new DiscordChannel(
                        new DiscordChannel.Manner(settings, pace),
                        new DiscordChannel.Network(HTTP, new JdkWebSockets()),
                        world,
                        directory);
        listening =
                new FutureTask<>(() -> {
                    channel.listen(heard);
                    return true;
                });
    }

    private static Directory open(Path path) throws IOException {
        Files.createDirectories(path);
        return LocalWorld.create().disk().open(path, "bot");
    }

    /// The real world, but that each look at the wall clock finds it a minute later: sessions may
    /// begin as soon as they are wanted.
    private static World hasty(AtomicLong looks) {
        World real = LocalWorld.create();
        Clock clock =
                new Clock() {
                    @Override
                    public Instant now() {
                        Duration ahead = Duration.ofMinutes(looks.incrementAndGet());
                        return real.clock().now().plus(ahead);
                    }

                    @Override
                    public Duration elapsed() {
                        return real.clock().elapsed();
                    }
                };
        return new World(real.disk(), real.processes(), clock, real.randomness(), real.waiting());
    }

    /// One that has begun to listen.
    static Bot listening(FakeDiscord discord, Path directory) throws Exception {
        Bot bot = new Bot(settings(discord), BRISK, directory);
        bot.start();
        bot.heard.awaits("connected 1001 anew");
        return bot;
    }

    static DiscordSettings settings(FakeDiscord discord) {
        return DiscordSettings.usual(() -> FakeDiscord.TOKEN + "\n").withApi(discord.api());
    }

    static FakeDiscord discord(FakeDiscordOptions options) throws IOException {
        World world = LocalWorld.create();
        return FakeDiscord.start(options, world.clock(), world.waiting());
    }

    void start() {
        Thread.ofVirtual().start(listening);
    }

    /// The failure that the listening ended with.
    Throwable failure() throws Exception {
        try {
            listening.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            throw new AssertionError("it ended in order");
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        }
    }

    static void eventually(String claim, Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - start > LIMIT.toNanos()) {
                throw new AssertionError("not in " + LIMIT + ": " + claim);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    static Post post(String nonce, String text) {
        return new Post(nonce, FakeDiscord.CHANNEL, "", text, Post.Mentions.SILENT);
    }

    /// Ends the listening, which must end in order where it has not failed.
    @Override
    public void close() {
        channel.end();
        try {
            assertThat(listening.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (ExecutionException _) {
            return; // The test has looked at it.
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("it does not end", e);
        }
    }
}
