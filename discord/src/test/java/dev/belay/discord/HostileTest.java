package dev.belay.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.discord.gateway.Pace;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import dev.belay.simulators.discord.FakeDiscord;
import dev.belay.simulators.discord.FakeDiscordOptions;
import dev.belay.system.local.LocalWorld;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A gateway that is broken, or lies. The run goes on, and nothing that it did not hide is lost.
class HostileTest {
    private static final String ANEW = "connected 1001 anew";
    private static final String AGAIN = "connected 1001 again";

    /// That waits for nobody.
    private static final Pace IMPATIENT =
            new Pace(
                    Duration.ofSeconds(20),
                    Duration.ofMillis(100),
                    Duration.ofMillis(200),
                    Duration.ofSeconds(60),
                    Bot.BRISK.waits());

    @TempDir private Path directory;
    private FakeDiscord discord;

    @BeforeEach
    void start() throws Exception {
        discord = Bot.discord(FakeDiscordOptions.USUAL.withHeartbeat(Duration.ofMillis(400)));
    }

    @AfterEach
    void stop() {
        discord.close();
    }

    private void say(String text) {
        discord.say(FakeDiscord.CHANNEL, FakeDiscord.USER, text);
    }

    /// What the last owner left.
    private void counted(String text) throws Exception {
        Path file = Files.createFile(directory.resolve("sessions.json"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(file, text);
    }

    private Bot impatient() throws Exception {
        Bot bot = new Bot(Bot.settings(discord), IMPATIENT, directory);
        bot.start();
        return bot;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text=garbage",
                "text=[]",
                "text={}",
                "text={\"op\":\"0\"}",
                "text={\"op\":0,\"op\":1}",
                // Bytes that are no text, a masked frame, half a text, one that never ends.
                "bytes=820173",
                "bytes=81810000000073",
                "bytes=8105686521",
                "bytes=817f7fffffffffffffff"
            })
    void what_cannot_be_read_costs_a_connection_and_no_message(String order) throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.gateway("withhold=1");
            say("before");
            discord.gateway(order);

            bot.heard.awaits(AGAIN);
            say("after");
            bot.heard.awaits("received after");
            assertThat(bot.heard.lines())
                    .containsSubsequence(ANEW, "received before", AGAIN, "received after");
            assertThat(discord.identified()).isEqualTo(1);
        }
    }

    @Test
    void a_session_that_cannot_be_got_past_is_given_up() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.gateway("poison");
            say("lost to the gateway");
            say("behind it");

            bot.heard.awaits(ANEW, 2);
            say("after");
            bot.heard.awaits("received after");
            assertThat(bot.heard.lines())
                    .as("the history has what was behind it")
                    .containsExactly(ANEW, ANEW, "received after");
            assertThat(discord.resumes()).containsExactly(2, 2, 2);
            assertThat(discord.identified()).isEqualTo(2);
        }
    }

    @Test
    void a_number_from_far_ahead_is_not_resumed_from() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.gateway("text={\"op\":0,\"s\":999999,\"t\":\"TYPING_START\",\"d\":{}}");
            say("one");
            bot.heard.awaits("received one");
            discord.gateway("drop");

            bot.heard.awaits(AGAIN);
            assertThat(discord.resumes()).containsExactly(3);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text={\"op\":0,\"s\":9,\"t\":\"READY\",\"d\":{\"session_id\":\"x\"}}",
                "text={\"op\":9,\"d\":false}"
            })
    void a_session_out_of_nothing_is_none(String order) throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.gateway(order);

            bot.heard.awaits(ANEW, 2);
            assertThat(discord.identified()).isEqualTo(2);
        }
    }

    @Test
    void words_that_mean_nothing_here_do_nothing() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.gateway("text={\"op\":10,\"d\":{\"heartbeat_interval\":1}}");
            discord.gateway("text={\"op\":99,\"d\":{}}");
            discord.gateway("text={\"op\":0,\"s\":3,\"t\":null,\"d\":null}");
            say("one");

            bot.heard.awaits("received one");
            assertThat(bot.channel.counts().get("loss")).isZero();
        }
    }

    @Test
    void a_server_that_says_nothing_is_left() throws Exception {
        discord.gateway("silent");
        try (Bot bot = impatient()) {
            bot.heard.awaits(ANEW);

            assertThat(bot.channel.counts()).containsEntry("loss", 1L);
            assertThat(discord.identified()).isEqualTo(1);
        }
    }

    @Test
    void a_connection_may_be_cut_at_any_byte() throws Exception {
        try (Bot bot = impatient()) {
            bot.heard.awaits(ANEW);
            for (int bytes = 0; bytes < 600; bytes += 83) {
                discord.gateway("cut=" + bytes);
                discord.gateway("drop");
                say("m" + bytes);

                bot.heard.awaits("received m" + bytes);
            }
        }
    }

    @Test
    void a_server_without_an_interval_is_left_and_tried_again() throws Exception {
        discord.close();
        discord = Bot.discord(FakeDiscordOptions.USUAL.withHeartbeat(Duration.ZERO));
        try (Bot bot = impatient()) {
            Bot.eventually(
                    "three attempts", () -> bot.channel.counts().getOrDefault("loss", 0L) >= 3);

            assertThat(discord.identified()).isZero();
        }
    }

    @Test
    void a_server_that_is_not_there_is_tried_again() throws Exception {
        discord.fail("GET /gateway/bot x2 status=503; GET /gateway/bot x2 html");
        try (Bot bot = Bot.listening(discord, directory)) {
            assertThat(bot.channel.counts()).containsEntry("loss", 4L);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"url\":\"ws://example.com\"}",
                "{\"url\":\"wss:///\"}",
                "{\"url\":\"secret\"}",
                "{\"url\":3}",
                "[]"
            })
    void the_token_is_not_given_to_whomever_an_answer_names(String body) throws Exception {
        discord.fail("GET /gateway/bot body=" + body);
        try (Bot bot = Bot.listening(discord, directory)) {
            assertThat(bot.channel.counts()).containsEntry("loss", 1L);
        }
    }

    @Test
    void a_session_that_cannot_be_counted_is_not_begun() throws Exception {
        Files.createDirectories(directory);
        FaultyDisk full = FaultyDisk.failingFrom(LocalWorld.create().disk(), Fault.ENOSPC, 1);
        try (Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, full.open(directory, "bot"))) {
            bot.start();

            Bot.eventually(
                    "three attempts", () -> bot.channel.counts().getOrDefault("loss", 0L) >= 3);
            assertThat(discord.identified()).isZero();
        }
    }

    @Test
    void a_count_that_cannot_be_read_ends_the_listening() throws Exception {
        counted("{");
        try (Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory)) {
            bot.start();

            assertThat(bot.failure())
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal ->
                                    assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_INVALID));
            assertThat(discord.requests()).isEmpty();
        }
    }

    @Test
    void a_day_of_too_many_sessions_is_waited_out_and_the_wait_can_be_ended() throws Exception {
        String now = Instant.now().plus(Duration.ofHours(1)).toString();
        String starts = String.join(",", Collections.nCopies(400, "\"" + now + "\""));
        counted("{\"starts\":[" + starts + "]}");
        try (Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory)) {
            bot.start();
            Bot.eventually("it has looked at the count", () -> bot.looks.get() > 0);
        }

        assertThat(discord.requests()).isEmpty();
    }

    @Test
    void one_that_was_ended_before_it_began_does_nothing() throws Exception {
        try (Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory)) {
            bot.channel.end();
            bot.start();
        }

        assertThat(discord.requests()).isEmpty();
    }

    @Test
    void ending_closes_the_connection_in_order() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            assertThat(discord.connected()).isEqualTo(1);
            assertThat(bot.heard.lines()).containsExactly(ANEW);
        }

        Bot.eventually("it is gone", () -> discord.connected() == 0);
    }
}
