package dev.belay.proof.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Console;
import dev.belay.proof.program.Effort;
import dev.belay.proof.program.Ran;
import dev.belay.proof.program.WarmStart;
import dev.belay.proof.program.Worker;
import dev.belay.simulators.discord.FakeDiscord;
import dev.belay.simulators.discord.FakeDiscordOptions;
import dev.belay.simulators.discord.Spoken;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kill -9 of a real connector, while people ask it and the network fails in every way it knows.
class BotKillTest {
    private static final int KILLS = Effort.of(50, 1_000);

    /// A few more questions are asked than may be answered, so that the ceiling is reached.
    private static final int QUESTIONS_PER_KILL = 6;

    private static final int CEILING = 5 * KILLS;
    private static final int MICROSECONDS_MAX = 500_000;

    /// One kill in so many comes before the bot is connected, if it may.
    private static final int EARLY = 4;

    /// Before one in so many the gateway makes trouble.
    private static final int TROUBLED = 3;

    private static final Duration LOCK_LIMIT = Duration.ofSeconds(60);
    private static final int REST_LOOK_MICROSECONDS = 100_000;
    private static final Duration REST_LIMIT = Duration.ofMinutes(1);
    private static final Pattern TURN = Pattern.compile("\"(?:turn|id)\":\"([0-9]+)\"");

    private static final List<String> FAULTS =
            List.of(
                    "POST /channels/*/messages drop-after",
                    "POST /channels/*/messages drop-before",
                    "POST /channels/*/messages latency=60ms",
                    "POST /channels/*/messages status=500",
                    "POST /channels/*/messages acts status=503",
                    "POST /channels/*/messages status=429 retry-after=1",
                    "GET /channels/*/messages status=500",
                    "GET /gateway/bot status=502");

    private static final List<String> TROUBLES =
            List.of("drop", "reconnect", "duplicate", "swap", "expire");

    @TempDir private Path scratch;

    private final SplittableRandom random = new SplittableRandom(Effort.seed(1));
    private int killedAsOwner;
    private int killedAtWork;

    @Test
    void every_message_is_answered_at_most_once_and_accounted_for_through_every_kill()
            throws Exception {
        World world = LocalWorld.create();
        long begun = System.nanoTime();
        try (FakeDiscord discord =
                        FakeDiscord.start(
                                FakeDiscordOptions.USUAL.withBucket(0, Duration.ZERO),
                                world.clock(),
                                world.waiting());
                Bot bot = new Bot(warmStart(), environment(discord), root())) {
            Books books = new Books(bot.binding());
            Crowd crowd = new Crowd(discord, random.split(), QUESTIONS_PER_KILL * KILLS);
            bot.begin();
            beKnown(discord, books, crowd);
            crowd.start();
            for (int kill = 0; kill < KILLS; kill++) {
                torment(bot, discord);
                bot.begin();
            }
            crowd.close();
            discord.failNoMore();
            awaitRest(bot, books, crowd);
            assertThat(bot.end()).isIn(0, 4);
            say(discord, books, begun);

            assertThat(killedAsOwner).isGreaterThan(KILLS / 2);
            assertThat(killedAtWork).isGreaterThan(KILLS / 4);
            checkThatNothingWasSaidTwice(discord);
            checkThatAllIsAccountedFor(books, crowd);
            checkThatTheEngineWasAskedOnceAndOnRecord(books);
            checkThatTheBrakeHolds(bot, crowd);
        }
    }

    /// What was written in a channel before the bot has seen anything there is none of its
    /// business.
    private static void beKnown(FakeDiscord discord, Books books, Crowd crowd) throws IOException {
        await(() -> discord.connected() > 0, LOCK_LIMIT);
        for (String channel : Crowd.CHANNELS) {
            crowd.ask(channel);
        }
        await(() -> books.accepted().containsAll(crowd.asked()), LOCK_LIMIT);
    }

    /// Waits for any moment, and kills the bot there.
    private void torment(Bot bot, FakeDiscord discord) throws IOException {
        discord.fail(FAULTS.get(random.nextInt(FAULTS.size())));
        boolean isEarly = random.nextInt(EARLY) == 0;
        await(() -> isEarly || discord.connected() > 0 || !bot.isAlive(), LOCK_LIMIT);
        pause(random.nextInt(MICROSECONDS_MAX));
        if (random.nextInt(TROUBLED) == 0) {
            discord.gateway(TROUBLES.get(random.nextInt(TROUBLES.size())));
            pause(random.nextInt(MICROSECONDS_MAX));
        }
        assertThat(bot.isAlive()).as("the bot runs until it is killed").isTrue();
        killedAsOwner += bot.isOwner() ? 1 : 0;
        killedAtWork += discord.connected() > 0 ? 1 : 0;
        bot.kill();
    }

    /// Waits for as long as anything gets on: how much was left over depends on the machine.
    private void awaitRest(Bot bot, Books books, Crowd crowd) throws IOException {
        int decided = 0;
        long since = System.nanoTime();
        while (bot.isAlive()
                && !isAtRest(books, crowd)
                && System.nanoTime() - since < REST_LIMIT.toNanos()) {
            pause(REST_LOOK_MICROSECONDS);
            int now = decided(books).size();
            since = now > decided ? System.nanoTime() : since;
            decided = now;
        }
        Set<String> open = new HashSet<>(crowd.asked());
        open.removeAll(books.turns());
        open.removeAll(books.dropped());
        assertThat(open).as("questions of which nothing was decided").isEmpty();
        assertThat(books.outbox().values()).doesNotContain("intent");
    }

    private static boolean isAtRest(Books books, Crowd crowd) throws IOException {
        return decided(books).containsAll(crowd.asked())
                && books.outbox().values().stream().noneMatch("intent"::equals);
    }

    private static Set<String> decided(Books books) throws IOException {
        Set<String> decided = new HashSet<>(books.turns());
        decided.addAll(books.dropped());
        return decided;
    }

    /// No nonce made two messages, and no question has two answers.
    private static void checkThatNothingWasSaidTwice(FakeDiscord discord) {
        assertThat(discord.createdByNonce().values()).allMatch(times -> times == 1);
        Map<String, Integer> answers = new HashMap<>();
        for (String channel : Crowd.CHANNELS) {
            for (Spoken message : discord.messages(channel)) {
                if (message.author().equals(FakeDiscord.BOT)) {
                    answers.merge(message.replyTo(), 1, Integer::sum);
                }
            }
        }
        assertThat(answers).isNotEmpty();
        assertThat(answers.values()).allMatch(times -> times == 1);
    }

    private void checkThatAllIsAccountedFor(Books books, Crowd crowd) throws IOException {
        assertThat(books.accepted()).containsAll(crowd.asked());
        assertThat(books.admitted()).hasSizeLessThanOrEqualTo(CEILING);
        Set<String> unanswered = new HashSet<>(books.accepted());
        unanswered.removeAll(books.turns());
        assertThat(books.reasons()).containsKeys(unanswered.toArray(String[]::new));
        assertThat(books.turns()).isSubsetOf(books.admitted());
        assertThat(books.names("pending")).isEmpty();
    }

    private void checkThatTheEngineWasAskedOnceAndOnRecord(Books books) throws IOException {
        List<String> asked = askedOfEngine();
        assertThat(asked).isNotEmpty().doesNotHaveDuplicates();
        assertThat(books.admitted()).containsAll(asked);
    }

    private void checkThatTheBrakeHolds(Bot bot, Crowd crowd) throws IOException {
        int before = askedOfEngine().size();
        Ran stopped = Console.run(environmentOfFiles(), "connector", "stop", Bot.NAME);
        assertThat(stopped.exit()).as(stopped.toString()).isZero();
        crowd.ask(FakeDiscord.CHANNEL);
        bot.begin();
        assertThat(bot.exit()).isEqualTo(3);
        assertThat(askedOfEngine()).hasSize(before);
    }

    private List<String> askedOfEngine() throws IOException {
        try {
            List<String> ids = new ArrayList<>();
            for (String line : Files.readAllLines(engineLog())) {
                Matcher turn = TURN.matcher(line);
                assertThat(turn.find()).as(line).isTrue();
                ids.add(turn.group(1));
            }
            return ids;
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    private void say(FakeDiscord discord, Books books, long begun) throws IOException {
        System.out.printf(
                "kills of a bot: %d, %d of an owner, %d at work; %d messages, %d admitted,"
                        + " %d turns, %d nonces, %d sessions; %d s%n",
                KILLS,
                killedAsOwner,
                killedAtWork,
                books.accepted().size(),
                books.admitted().size(),
                books.turns().size(),
                discord.createdByNonce().size(),
                discord.identified(),
                Duration.ofNanos(System.nanoTime() - begun).toSeconds());
    }

    private WarmStart warmStart() throws IOException {
        Path directory = Files.createDirectory(scratch.resolve("warm"));
        return WarmStart.of(
                directory,
                Worker.class,
                environmentOfFiles(),
                program -> {
                    program.say("connector status");
                    program.hear(LOCK_LIMIT);
                });
    }

    private Path root() {
        return scratch.resolve("root");
    }

    private Path engineLog() {
        return scratch.resolve("asked.jsonl");
    }

    private Map<String, String> environmentOfFiles() {
        Map<String, String> environment = new HashMap<>();
        environment.put("NO_COLOR", "1");
        environment.put("BELAY_HOME", root().toString());
        environment.put("XDG_CONFIG_HOME", scratch.resolve("config").toString());
        environment.put("BOT_TOKEN", FakeDiscord.TOKEN);
        return environment;
    }

    private Map<String, String> environment(FakeDiscord discord) throws IOException {
        Path bindings =
                Files.createDirectories(scratch.resolve("config").resolve("belay/bindings"));
        Path engine = scratch.resolve("engine.sh");
        // One write of a short line, so that no two mix. A killed bot may have asked nothing.
        Files.writeString(
                engine,
                """
                question=$(cat)
                [ -n "$question" ] || exit 1
                printf '%s\\n' "$question" >>"$1"
                echo answered
                """);
        Files.writeString(
                bindings.resolve(Bot.NAME + ".yaml"),
                """
                channel:
                  type: discord
                  token: {env: BOT_TOKEN}
                  apiUrl: %s
                  gatewayUrl: %s
                ceilings:
                  daily: %d
                  atOnce: 3
                  readBack: 5000
                times:
                  retry: 100ms
                  maxAge: 1d
                texts:
                  ceiling: Come back tomorrow.
                  interrupted: I was interrupted.
                engine:
                  type: command
                  command: [/bin/sh, %s, %s]
                """
                        .formatted(
                                discord.api(), discord.gatewayUrl(), CEILING, engine, engineLog()));
        return environmentOfFiles();
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition, Duration limit) throws IOException {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.holds() && System.nanoTime() < end) {
            pause(1_000);
        }
    }

    private static void pause(int microseconds) {
        LockSupport.parkNanos(microseconds * 1_000L);
    }
}
