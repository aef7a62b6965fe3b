package dev.belay.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.channel.Post;
import dev.belay.connector.delivery.Settling.Answer;
import dev.belay.sim.SimClock;
import dev.belay.simulators.discord.FakeDiscord;
import dev.belay.simulators.discord.FakeDiscordOptions;
import dev.belay.system.Http;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.socket.JdkWebSockets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateLimitTest {
    private static final String PATH = "/channels/4001/messages";

    @TempDir private Path directory;
    private FakeDiscord discord;

    @BeforeEach
    void start() throws Exception {
        discord = Bot.discord(FakeDiscordOptions.USUAL.withBucket(0, Duration.ZERO));
    }

    @AfterEach
    void stop() {
        discord.close();
    }

    private Bot bot() throws Exception {
        return new Bot(Bot.settings(discord), Bot.BRISK, directory);
    }

    private static Post elsewhere(String nonce) {
        return new Post(nonce, FakeDiscord.OTHER_CHANNEL, "", "x", Post.Mentions.SILENT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Who is over the limit | what Discord says | wait | whether all has to wait
                "user | header=X-RateLimit-Scope:user"
                        + " body={\"retry_after\": 30.25, \"global\": false} | 30250 | false",
                "shared | header=X-RateLimit-Scope:shared"
                        + " body={\"retry_after\": 30, \"global\": false} | 30000 | false",
                "all of the bot | body={\"retry_after\": 30.0001, \"global\": true} | 30001 | true",
                "the header says global | header=X-RateLimit-Global:true"
                        + " body={\"retry_after\": 30} | 30000 | true",
                "our address | html retry-after=30 | 30000 | true",
                "our address, no time | html | 10000 | true",
                "our address, nonsense | html retry-after=soon | 10000 | true",
                "nonsense in the body | body={\"retry_after\": -1} | 10000 | false",
                "a very long time | body={\"retry_after\": 1000000} | 3600000 | false",
            })
    void a_429_is_waited_out(String who, String says, long millis, boolean isForAll)
            throws Exception {
        Bot bot = bot();
        discord.fail("POST " + PATH + " status=429 " + says);

        assertThat(bot.channel.send(Bot.post("1", "x")))
                .as(who)
                .isEqualTo(new Answer.Deferred(Duration.ofMillis(millis)));

        assertThat(bot.channel.send(Bot.post("1", "x"))).isInstanceOf(Answer.Deferred.class);
        assertThat(discord.requests("POST", PATH)).as("nothing is asked meanwhile").isEqualTo(1);
        assertThat(bot.channel.send(elsewhere("2")))
                .isInstanceOf(isForAll ? Answer.Deferred.class : Answer.Delivered.class);
    }

    @Test
    void a_limit_is_kept_to_and_never_met() throws Exception {
        discord.close();
        discord = Bot.discord(FakeDiscordOptions.USUAL.withBucket(2, Duration.ofMillis(300)));
        Bot bot = bot();

        for (int i = 0; i < 5; i++) {
            assertThat(bot.channel.send(Bot.post("" + i, "x")))
                    .isInstanceOf(Answer.Delivered.class);
        }

        assertThat(discord.requests("POST", PATH)).as("none was refused").isEqualTo(5);
    }

    @Test
    void a_limit_that_is_far_away_is_told() throws Exception {
        discord.close();
        discord = Bot.discord(FakeDiscordOptions.USUAL.withBucket(1, Duration.ofSeconds(60)));
        Bot bot = bot();
        bot.channel.send(Bot.post("1", "x"));

        assertThat(bot.channel.send(Bot.post("2", "x"))).isInstanceOf(Answer.Deferred.class);
        assertThat(bot.channel.send(elsewhere("3"))).isInstanceOf(Answer.Delivered.class);
        assertThat(discord.requests("POST", PATH)).isEqualTo(1);
    }

    @Test
    void many_at_once_share_a_limit() throws Exception {
        discord.close();
        discord = Bot.discord(FakeDiscordOptions.USUAL.withBucket(4, Duration.ofSeconds(60)));
        Bot bot = bot();
        bot.channel.send(Bot.post("first", "x"));
        List<FutureTask<Answer>> tasks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Post post = Bot.post("" + i, "x");
            tasks.add(new FutureTask<>(() -> bot.channel.send(post)));
        }

        tasks.forEach(task -> Thread.ofVirtual().start(task));

        int delivered = 0;
        for (FutureTask<Answer> task : tasks) {
            delivered += task.get() instanceof Answer.Delivered ? 1 : 0;
        }
        assertThat(delivered).isEqualTo(3);
        assertThat(discord.requests("POST", PATH)).as("none was refused").isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"user, 1000", "shared, 1200"})
    void only_what_discord_holds_against_us_ends_the_asking(String scope, int requests)
            throws Exception {
        SimClock clock = new SimClock();
        AtomicInteger asked = new AtomicInteger();
        Http http =
                _ -> {
                    asked.incrementAndGet();
                    return new Http.Answer(
                            429,
                            Map.of("x-ratelimit-scope", List.of(scope)),
                            "{\"retry_after\":60,\"global\":false}");
                };
        World real = LocalWorld.create();
        World quick =
                new World(real.disk(), real.processes(), clock, real.randomness(), clock::advance);
        DiscordChannel channel =
                new DiscordChannel(
                        DiscordSettings.usual(() -> "token"),
                        new DiscordChannel.Network(http, new JdkWebSockets()),
                        quick,
                        real.disk().open(directory, "bot"));

        for (int i = 1; i <= 1_200; i++) {
            channel.send(new Post("n", "" + i, "", "x", Post.Mentions.SILENT));
        }

        assertThat(asked).hasValue(requests);
    }
}
