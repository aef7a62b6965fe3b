package dev.belay.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.simulators.discord.FakeDiscord;
import dev.belay.simulators.discord.FakeDiscordOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResumingTest {
    private static final String ANEW = "connected 1001 anew";
    private static final String AGAIN = "connected 1001 again";

    @TempDir private Path directory;
    private FakeDiscord discord;

    @BeforeEach
    void start() throws Exception {
        discord = Bot.discord(FakeDiscordOptions.USUAL);
    }

    @AfterEach
    void stop() {
        discord.close();
    }

    private void say(String text) {
        discord.say(FakeDiscord.CHANNEL, FakeDiscord.USER, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"drop", "close=4000", "close=4008", "close=1001", "reconnect"})
    void a_connection_that_ends_is_resumed_and_nothing_is_missed(String how) throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            say("one");
            bot.heard.awaits("received one");

            discord.gateway("withhold=1");
            say("two");
            discord.gateway(how);

            bot.heard.awaits(AGAIN);
            say("three");
            bot.heard.awaits("received three");
            assertThat(bot.heard.lines())
                    .containsExactly(ANEW, "received one", "received two", AGAIN, "received three");
            assertThat(discord.identified()).isEqualTo(1);
            assertThat(discord.resumes()).containsExactly(3);
        }
    }

    @Test
    void what_could_not_be_written_down_is_shown_again_and_never_passed_by() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            bot.heard.failsAt("two", 2);
            for (String text : List.of("one", "two", "three")) {
                say(text);
            }

            bot.heard.awaits(AGAIN);
            assertThat(bot.heard.lines())
                    .containsExactly(
                            ANEW,
                            "received one",
                            "failed at two",
                            "failed at two",
                            "received two",
                            "received three",
                            AGAIN);
            assertThat(discord.resumes())
                    .as("each time from behind the last that was written down")
                    .containsExactly(3, 3);
            assertThat(bot.channel.counts().get("not_taken")).isEqualTo(2);
        }
    }

    @Test
    void that_a_delivery_was_not_written_down_counts_as_well() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            bot.heard.failsAt("nonce-1", 1);
            bot.channel.send(Bot.post("nonce-1", "an answer"));

            bot.heard.awaits("delivered nonce-1");
            assertThat(discord.resumes()).containsExactly(2);
        }
    }

    @Test
    void a_gap_that_was_not_written_down_is_told_again() throws Exception {
        try (Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory)) {
            bot.heard.failsAt("connected", 2);
            bot.start();

            bot.heard.awaits(ANEW);
            say("one");
            bot.heard.awaits("received one");
            assertThat(bot.heard.lines())
                    .as("not that all was seen")
                    .containsExactly(
                            "failed at connected", "failed at connected", ANEW, "received one");
            assertThat(discord.identified()).isEqualTo(1);
        }
    }

    @Test
    void an_event_that_overtakes_another_does_not_hide_it() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.gateway("withhold=1");
            say("one");
            say("two");
            bot.heard.awaits("received two");

            discord.gateway("drop");

            bot.heard.awaits("received one");
            assertThat(discord.resumes()).as("from before the first").containsExactly(2);
        }
    }

    @Test
    void events_in_another_order_are_all_taken() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.gateway("swap");
            say("one");
            say("two");
            bot.heard.awaits("received one");
            discord.gateway("drop");

            bot.heard.awaits(AGAIN);
            assertThat(bot.heard.lines())
                    .containsExactly(ANEW, "received two", "received one", AGAIN);
            assertThat(discord.resumes()).containsExactly(4);
        }
    }

    @Test
    void an_event_that_comes_twice_is_shown_twice() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.gateway("duplicate");
            say("one");

            bot.heard.awaits("received one", 2);
            discord.gateway("drop");
            bot.heard.awaits(AGAIN);
            assertThat(discord.resumes()).containsExactly(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"invalid=true", "invalid=false", "drop", "close=4007", "close=4009"})
    void a_session_that_is_gone_is_followed_by_another(String how) throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.gateway("expire");
            discord.gateway(how);

            bot.heard.awaits(ANEW, 2);
            say("one");
            bot.heard.awaits("received one");
            assertThat(bot.heard.lines())
                    .as("that messages may be missing is told")
                    .containsExactly(ANEW, ANEW, "received one");
            assertThat(discord.identified()).isEqualTo(2);
        }
    }

    @Test
    void a_session_that_is_still_good_goes_on() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.gateway("invalid=true");

            bot.heard.awaits(AGAIN);
            assertThat(discord.identified()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4004, 4010, 4011, 4012, 4013, 4014})
    void a_code_that_says_never_ends_the_listening(int code) throws Exception {
        discord.gateway("refuse=" + code);
        try (Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory)) {
            bot.start();

            Throwable failure = bot.failure();

            assertThat(failure).isInstanceOf(Refusal.class).hasMessageContaining("" + code);
            assertThat(((Refusal) failure).code()).isEqualTo(ErrorCode.CHANNEL_REFUSED);
            assertThat(discord.identified()).isZero();
        }
    }

    @Test
    void a_token_that_is_refused_ends_the_listening_and_is_not_told() throws Exception {
        DiscordSettings settings = DiscordSettings.usual(() -> "secret").withApi(discord.api());
        try (Bot bot = new Bot(settings, Bot.BRISK, directory)) {
            bot.start();

            assertThat(bot.failure())
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("401")
                    .hasMessageNotContaining("secret");
            assertThat(discord.requests("GET", "/gateway/bot")).isEqualTo(1);
        }
    }

    @Test
    void a_server_that_does_not_answer_signs_of_life_is_left() throws Exception {
        discord.close();
        discord = Bot.discord(FakeDiscordOptions.USUAL.withHeartbeat(Duration.ofMillis(100)));
        discord.gateway("deaf");
        try (Bot bot = Bot.listening(discord, directory)) {
            bot.heard.awaits(AGAIN);

            discord.gateway("hear");
            say("one");
            bot.heard.awaits("received one");
            assertThat(discord.identified()).isEqualTo(1);
        }
    }

    @Test
    void a_connection_with_signs_of_life_stays() throws Exception {
        discord.close();
        discord = Bot.discord(FakeDiscordOptions.USUAL.withHeartbeat(Duration.ofMillis(800)));
        try (Bot bot = Bot.listening(discord, directory)) {
            Bot.eventually("signs of life", () -> discord.beats() >= 2);

            assertThat(bot.channel.counts().get("loss")).isZero();
        }
    }

    @Test
    void a_sign_of_life_that_is_asked_for_is_given() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.gateway("beat");

            Bot.eventually("a sign of life", () -> discord.beats() >= 1);
            assertThat(bot.channel.counts().get("loss")).isZero();
        }
    }

    @Test
    void a_limit_of_session_starts_is_waited_out() throws Exception {
        discord.close();
        discord = Bot.discord(FakeDiscordOptions.USUAL.withSessionStarts(0));
        try (Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory)) {
            bot.start();

            Bot.eventually("asked twice", () -> discord.requests("GET", "/gateway/bot") >= 2);
            assertThat(discord.identified()).isZero();
        }
    }

    @Test
    void a_gateway_that_is_set_is_used_for_everything() throws Exception {
        try (FakeDiscord other = Bot.discord(FakeDiscordOptions.USUAL);
                Bot bot =
                        new Bot(
                                Bot.settings(discord).withGateway(other.gatewayUrl()),
                                Bot.BRISK,
                                directory)) {
            bot.start();
            bot.heard.awaits(ANEW);
            other.gateway("drop");

            bot.heard.awaits(AGAIN);
            assertThat(other.resumes()).hasSize(1);
            assertThat(discord.identified()).isZero();
        }
    }
}
