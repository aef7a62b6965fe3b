package dev.belay.discord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.Post;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.delivery.Settling.Answer;
import dev.belay.connector.turn.Incoming;
import dev.belay.connector.turn.Incoming.Place;
import dev.belay.connector.turn.Incoming.Trait;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.simulators.discord.FakeDiscord;
import dev.belay.simulators.discord.FakeDiscordOptions;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryTest {
    private static final Snowflake BEGINNING = new Snowflake(0);

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

    private String say(String text) {
        return discord.say(FakeDiscord.CHANNEL, FakeDiscord.USER, text, FakeDiscord.mention());
    }

    private static List<Seen> read(Bot bot, Snowflake after) throws IOException {
        return bot.channel.history(FakeDiscord.CHANNEL, after);
    }

    private static Snowflake id(Seen seen) {
        return Snowflake.parse(seen.message().id()).orElseThrow();
    }

    @Test
    void without_a_connection_ours_are_known_once_we_have_asked_who_we_are() throws Exception {
        discord.say(FakeDiscord.CHANNEL, FakeDiscord.BOT, "ours");
        say("of somebody");
        try (Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory)) {
            bot.channel.identify();

            assertThat(read(bot, BEGINNING))
                    .extracting(seen -> seen.message().traits().contains(Trait.BY_US))
                    .containsExactly(true, false);
            bot.start();
        }
    }

    @Test
    void who_has_no_valid_token_is_refused_for_good() throws Exception {
        discord.fail("GET /users/@me status=401");
        try (Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory)) {
            assertThatThrownBy(bot.channel::identify)
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.CHANNEL_REFUSED));
            bot.start();
            assertThat(bot.failure()).isInstanceOf(Refusal.class);
        }
    }

    /// The clock of the bot's machine goes wrong by a minute with each look at it.
    @Test
    void the_time_is_the_one_that_discord_tells() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            Instant now = LocalWorld.create().clock().now();

            assertThat(bot.channel.now()).isBetween(now.minusSeconds(30), now.plusSeconds(2));
        }
    }

    @Test
    void pages_are_shown_oldest_first_and_one_behind_the_other() throws Exception {
        List<String> written = new ArrayList<>();
        for (int i = 0; i < 230; i++) {
            written.add(say("m" + i));
        }
        try (Bot bot = Bot.listening(discord, directory)) {
            List<String> read = new ArrayList<>();
            List<Integer> sizes = new ArrayList<>();
            Snowflake last = BEGINNING;
            while (sizes.isEmpty() || sizes.getLast() == bot.channel.limits().pageMax()) {
                List<Seen> page = read(bot, last);
                page.forEach(seen -> read.add(seen.message().id()));
                sizes.add(page.size());
                last = id(page.getLast());
            }

            assertThat(read).isEqualTo(written);
            assertThat(sizes).containsExactly(100, 100, 30);
            assertThat(read(bot, last)).isEmpty();
        }
    }

    @Test
    void a_message_that_is_read_back_looks_as_when_it_was_live() throws Exception {
        discord.addThread("7001", FakeDiscord.CHANNEL);
        try (Bot bot = Bot.listening(discord, directory)) {
            say("one");
            discord.say("7001", FakeDiscord.USER, "two");
            discord.say(FakeDiscord.DIRECT_CHANNEL, FakeDiscord.USER, "three");
            bot.heard.awaits("received three");

            List<Incoming> read = new ArrayList<>();
            for (String channel :
                    List.of(FakeDiscord.CHANNEL, "7001", FakeDiscord.DIRECT_CHANNEL)) {
                bot.channel.history(channel, BEGINNING).forEach(seen -> read.add(seen.message()));
            }
            assertThat(read).isEqualTo(bot.heard.messages());
        }
    }

    @Test
    void what_we_wrote_is_there_with_its_nonce() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            bot.channel.send(Bot.post("nonce-1", "an answer"));

            Seen seen = read(bot, BEGINNING).getFirst();
            assertThat(seen.nonce()).isEqualTo("nonce-1");
            assertThat(seen.message().traits()).contains(Trait.BY_US);
        }
    }

    @Test
    void messages_that_cannot_be_used_do_not_end_the_reading() throws Exception {
        for (int i = 0; i < 150; i++) {
            JsonObject noAuthor = JsonObject.builder().put("author", JsonNull.NULL).build();
            discord.say(FakeDiscord.CHANNEL, FakeDiscord.USER, "m" + i, noAuthor);
        }
        say("last");
        try (Bot bot = Bot.listening(discord, directory)) {
            assertThat(read(bot, BEGINNING))
                    .extracting(seen -> seen.message().text())
                    .containsExactly("last");
        }
    }

    @Test
    void a_channel_that_nobody_told_of_is_asked_for() throws Exception {
        Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory);
        say("one");

        assertThat(read(bot, BEGINNING).getFirst().message().place())
                .isEqualTo(new Place(FakeDiscord.GUILD, FakeDiscord.CHANNEL));
        read(bot, BEGINNING);

        assertThat(discord.requests("GET", "/channels/4001")).as("once").isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status=500",
                "status=403 code=50001",
                "status=429 body={\"retry_after\": 60}",
                "drop-before",
                "body={}",
                "garbage",
                "html",
                "huge=20000000"
            })
    void a_history_that_cannot_be_read_is_not_an_empty_one(String fault) throws Exception {
        Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory);
        say("one");
        // Twice, since the JDK asks again for what changes nothing.
        discord.fail("GET /channels/4001/messages x2 " + fault);

        assertThat(catchThrowableOfType(IOException.class, () -> read(bot, BEGINNING))).isNotNull();
    }

    @Test
    void a_channel_that_may_not_be_read_may_be_written_in() throws Exception {
        Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory);
        discord.fail("GET /channels/4001/messages x2 status=403 code=50001");
        assertThat(catchThrowableOfType(IOException.class, () -> read(bot, BEGINNING))).isNotNull();

        assertThat(bot.channel.send(post(""))).isInstanceOf(Answer.Delivered.class);
    }

    @Test
    void the_history_tells_what_a_message_answers() throws Exception {
        Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory);
        String question = say("one");
        bot.channel.send(post(question));

        assertThat(read(bot, BEGINNING)).extracting(Seen::replyTo).containsExactly("", question);
    }

    private static Post post(String replyTo) {
        return new Post("1", FakeDiscord.CHANNEL, replyTo, "x", Post.Mentions.SILENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", "4001/../4002", "nowhere", "999"})
    void what_is_no_channel_has_no_history(String channel) throws Exception {
        Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory);

        assertThat(
                        catchThrowableOfType(
                                IOException.class, () -> bot.channel.history(channel, BEGINNING)))
                .isNotNull();
    }

    @Test
    void typing_is_shown_and_never_fails() throws Exception {
        Bot bot = new Bot(Bot.settings(discord), Bot.BRISK, directory);
        discord.fail("POST /channels/4001/typing x2 status=500");

        bot.channel.showTyping(FakeDiscord.CHANNEL);
        bot.channel.showTyping(FakeDiscord.CHANNEL);
        bot.channel.showTyping("nowhere");
        bot.channel.showTyping(FakeDiscord.CHANNEL);

        assertThat(discord.requests("POST", "/channels/4001/typing")).isEqualTo(3);
    }
}
