package dev.belay.discord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.OpenThread;
import dev.belay.connector.turn.Incoming.Place;
import dev.belay.connector.turn.MatchRules.Places;
import dev.belay.simulators.discord.FakeDiscord;
import dev.belay.simulators.discord.FakeDiscordOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadsTest {
    private static final Places ANYWHERE = new Places(Set.of(), Set.of());

    @TempDir private Path directory;
    private FakeDiscord discord;
    private Bot bot;

    @BeforeEach
    void start() throws Exception {
        discord = Bot.discord(FakeDiscordOptions.USUAL);
        discord.addThread("7001", FakeDiscord.CHANNEL);
        bot = new Bot(Bot.settings(discord), Bot.BRISK, directory);
    }

    @AfterEach
    void stop() {
        discord.close();
    }

    static List<Places> wheres() {
        return List.of(
                new Places(Set.of(FakeDiscord.GUILD), Set.of()),
                new Places(Set.of(), Set.of(FakeDiscord.CHANNEL)),
                new Places(Set.of(), Set.of(FakeDiscord.CHANNEL, "9999", "no channel")),
                new Places(Set.of(FakeDiscord.GUILD, "9999"), Set.of(FakeDiscord.CHANNEL)),
                ANYWHERE);
    }

    @ParameterizedTest
    @MethodSource("wheres")
    void the_threads_of_the_servers_where_a_binding_listens_are_found(Places listening)
            throws IOException {
        String newest = discord.say("7001", FakeDiscord.USER, "one");

        assertThat(bot.channel.threads(listening))
                .containsExactly(
                        new OpenThread(
                                new Place(FakeDiscord.GUILD, "7001", FakeDiscord.CHANNEL),
                                Snowflake.parse(newest).orElseThrow()));
    }

    @Test
    void one_without_a_message_is_as_old_as_itself() throws IOException {
        assertThat(bot.channel.threads(ANYWHERE))
                .extracting(OpenThread::newest)
                .containsExactly(new Snowflake(7001));
    }

    @Test
    void a_direct_channel_has_none() throws IOException {
        Places direct = new Places(Set.of(), Set.of(FakeDiscord.DIRECT_CHANNEL));

        assertThat(bot.channel.threads(direct)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /guilds/3001/threads/active status=500",
                "GET /guilds/3001/threads/active body={}",
                "GET /guilds/3001/threads/active garbage",
                "GET /users/@me/guilds status=503",
                "GET /users/@me/guilds garbage",
                "GET /users/@me/guilds body={}"
            })
    void what_is_no_list_of_threads_is_told_apart_from_an_empty_one(String fault) {
        discord.fail(fault);

        assertThatThrownBy(() -> bot.channel.threads(ANYWHERE)).isInstanceOf(IOException.class);
    }

    /// A list that may go on is not all there is.
    @Test
    void who_is_on_very_many_servers_cannot_know_all_threads() {
        String guilds = "{\"id\":\"3001\"},".repeat(200);
        discord.fail(
                "GET /users/@me/guilds body=[" + guilds.substring(0, guilds.length() - 1) + "]");

        assertThatThrownBy(() -> bot.channel.threads(ANYWHERE)).isInstanceOf(IOException.class);
    }

    @Test
    void a_server_that_is_not_there_for_us_has_none() throws IOException {
        discord.fail("GET /guilds/3001/threads/active status=403");

        assertThat(bot.channel.threads(ANYWHERE)).isEmpty();
    }
}
