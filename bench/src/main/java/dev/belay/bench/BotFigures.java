package dev.belay.bench;

import dev.belay.bench.Figure.Goal;
import dev.belay.simulators.discord.FakeDiscord;
import dev.belay.simulators.discord.FakeDiscordOptions;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/// A real bot under load, seen from outside: its memory, the time from an event of the gateway to
/// the question that the engine gets, and how long it goes on asking once it is braked.
///
/// Discord and the engine are in this process, so that all times are of one clock. Both ways over
/// the loopback address are in each figure.
final class BotFigures {
    private static final int PER_SECOND = 100;
    private static final Duration IDLE = Duration.ofMillis(Size.of(10_000));
    private static final Duration WARM_UP = Duration.ofMillis(Math.max(1_000, Size.of(15_000)));
    private static final Duration LOAD = Duration.ofMillis(Math.max(1_000, Size.of(30_000)));
    private static final int FILE_BRAKES = Math.max(2, Size.of(40));
    private static final int COMMAND_BRAKES = Math.max(2, Size.of(9));
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /// How long it is looked whether anything is asked in spite of the brake.
    private static final Duration WATCH = Duration.ofMillis(500);

    private final World world;
    private final Path launcher;
    private final Workspace workspace;

    BotFigures(World world, Path launcher, Workspace workspace) {
        this.world = world;
        this.launcher = launcher;
        this.workspace = workspace;
    }

    List<Figure> measure() throws IOException {
        FakeDiscordOptions options = FakeDiscordOptions.USUAL.withBucket(0, Duration.ZERO);
        List<Figure> figures = new ArrayList<>();
        try (FakeDiscord discord = FakeDiscord.start(options, world.clock(), world.waiting());
                CountingEngine engine = new CountingEngine();
                Bot bot = new Bot(launcher, workspace.fresh(), discord, engine);
                Crowd crowd = new Crowd(discord, PER_SECOND)) {
            bot.start();
            await(() -> discord.connected() > 0);
            pause(IDLE);
            figures.add(
                    new Figure(
                            "bot.rss.idle", bot.residentMebibytes(), "MiB", Goal.atMost(96), null));
            crowd.start();
            figures.addAll(underLoad(bot, crowd, engine));
            figures.addAll(braked(bot, engine));
            figures.add(brakedByCommand(bot, engine));
        }
        return figures;
    }

    private static List<Figure> underLoad(Bot bot, Crowd crowd, CountingEngine engine)
            throws IOException {
        pause(WARM_UP);
        int first = crowd.said().size();
        pause(LOAD);
        int end = crowd.said().size();
        double resident = bot.residentMebibytes();
        await(() ->
                IntStream.range(first, end).allMatch(number -> engine.asked().containsKey(number)));
        Samples times = new Samples();
        for (int number = first; number < end; number++) {
            Long asked = engine.asked().get(number);
            Long said = crowd.said().get(number);
            if (asked == null || said == null) {
                throw new IllegalStateException("a question did not come to the engine");
            }
            times.add((asked - said) / 1e6);
        }
        return List.of(
                new Figure("bot.rss.load-100", resident, "MiB", Goal.atMost(160), null),
                new Figure(
                        "bot.event-to-engine.median", times.median(), "ms", Goal.atMost(10), null),
                new Figure(
                        "bot.event-to-engine.p99",
                        times.quantile(0.99),
                        "ms",
                        Goal.atMost(50),
                        null));
    }

    /// How long after STOP was there the last question came.
    private static List<Figure> braked(Bot bot, CountingEngine engine) throws IOException {
        Samples delays = new Samples();
        for (int i = 0; i < FILE_BRAKES; i++) {
            // Some moment between two events; each round another.
            LockSupport.parkNanos(Duration.ofMillis(20 + i % 10).toNanos());
            long begin = System.nanoTime();
            bot.stopByFile();
            pause(WATCH);
            delays.add(Math.max(0, engine.last() - begin) / 1e6);
            bot.clear();
            await(() -> engine.last() > begin + WATCH.toNanos());
        }
        return List.of(
                new Figure("brake.stop-visible", delays.median(), "ms", Goal.atMost(50), null),
                new Figure(
                        "brake.stop-visible.worst",
                        delays.quantile(1),
                        "ms",
                        Goal.atMost(250),
                        null));
    }

    /// The same from the start of `belay connector stop`, with the start of its process.
    private Figure brakedByCommand(Bot bot, CountingEngine engine) throws IOException {
        Samples delays = new Samples();
        for (int i = 0; i < COMMAND_BRAKES; i++) {
            long begin = System.nanoTime();
            bot.stopByCommand();
            delays.add(Math.max(0, engine.last() - begin) / 1e6);
            bot.clear();
            bot.start();
            long started = System.nanoTime();
            await(() -> engine.last() > started);
        }
        return new Figure("brake.stop-command", delays.median(), "ms", Goal.atMost(250), null);
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the bot did not get where it should be");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
