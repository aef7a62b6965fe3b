package dev.belay.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.channel.Post;
import dev.belay.connector.delivery.Settling.Answer;
import dev.belay.simulators.discord.FakeDiscord;
import dev.belay.simulators.discord.FakeDiscordOptions;
import dev.belay.simulators.discord.Spoken;
import dev.belay.system.Http;
import dev.belay.system.socket.JdkWebSockets;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Each row of the table of outcomes in `docs/protocols/discord.md`, over real connections.
class SendingTest {
    private static final String PATH = "/channels/4001/messages";
    private static final Post POST = Bot.post("nonce-1", "an answer");

    @TempDir private Path directory;
    private FakeDiscord discord;
    private Bot bot;

    @BeforeEach
    void start() throws Exception {
        discord = Bot.discord(FakeDiscordOptions.USUAL.withBucket(0, Duration.ZERO));
        bot =
                new Bot(
                        Bot.settings(discord).withRequestMax(Duration.ofSeconds(20)),
                        Bot.BRISK,
                        directory);
    }

    @AfterEach
    void stop() {
        discord.close();
    }

    private void fail(String actions) {
        discord.fail("POST " + PATH + " " + actions);
    }

    private int requests() {
        return discord.requests("POST", PATH);
    }

    @Test
    void what_was_written_is_confirmed_by_its_id() {
        Answer answer = bot.channel.send(POST);

        Spoken written = discord.messages(FakeDiscord.CHANNEL).getFirst();
        assertThat(answer).isEqualTo(new Answer.Delivered(written.id()));
        assertThat(written.text()).isEqualTo("an answer");
        assertThat(written.nonce()).isEqualTo("nonce-1");
    }

    @Test
    void a_repetition_is_confirmed_by_the_id_of_the_first() {
        Answer first = bot.channel.send(POST);

        assertThat(bot.channel.send(POST)).isEqualTo(first);
        assertThat(discord.createdByNonce()).isEqualTo(Map.of("nonce-1", 1));
    }

    @Test
    void a_repetition_of_what_was_removed_says_so() {
        bot.channel.send(POST);
        discord.delete(discord.messages(FakeDiscord.CHANNEL).getFirst().id());

        assertThat(bot.channel.send(POST)).isEqualTo(new Answer.Gone("status 404, code 10008"));
        assertThat(discord.messages(FakeDiscord.CHANNEL)).isEmpty();
    }

    @Test
    void an_answer_refers_to_its_question_and_goes_out_without_it_too() {
        String question = discord.say(FakeDiscord.CHANNEL, FakeDiscord.USER, "a question");
        Post one = new Post("1", FakeDiscord.CHANNEL, question, "one", Post.Mentions.SILENT);
        Post two = new Post("2", FakeDiscord.CHANNEL, "77", "two", Post.Mentions.USERS);

        bot.channel.send(one);
        bot.channel.send(two);

        assertThat(discord.messages(FakeDiscord.CHANNEL))
                .extracting(Spoken::replyTo)
                .containsExactly("", question, "");
    }

    @ParameterizedTest
    @CsvSource({
        "500, 0",
        "502, 0",
        "503, 130000",
        "504, 0",
        "520, 0",
        "302, 0",
        "408, 0",
    })
    void a_status_that_proves_nothing_leaves_it_unsure(int status, int code) {
        fail("status=" + status + " code=" + code);

        assertThat(bot.channel.send(POST))
                .isEqualTo(
                        new Answer.Unsure(
                                "status " + status + (code == 0 ? "" : ", code " + code)));
        assertThat(requests()).as("not repeated").isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "400, 50035",
        "400, 50006",
        "401, 0",
        "403, 50013",
        "404, 10003",
        "404, 0",
        "413, 40005",
    })
    void a_status_that_refuses_it_is_definite(int status, int code) {
        fail("status=" + status + " code=" + code);

        assertThat(bot.channel.send(POST))
                .isEqualTo(
                        new Answer.Rejected(
                                "status " + status + (code == 0 ? "" : ", code " + code)));
        assertThat(discord.messages(FakeDiscord.CHANNEL)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"drop-after", "truncated", "garbage", "empty", "body={}", "html", "slow=1s"})
    void an_answer_that_does_not_come_or_says_nothing_leaves_it_unsure(String fault)
            throws Exception {
        fail(fault + (fault.equals("html") ? " acts" : ""));
        Duration limit = fault.startsWith("slow") ? Duration.ofMillis(200) : Duration.ofSeconds(20);
        Bot other = new Bot(Bot.settings(discord).withRequestMax(limit), Bot.BRISK, directory);

        Answer answer = other.channel.send(POST);

        assertThat(answer).isInstanceOf(Answer.Unsure.class);
        assertThat(discord.messages(FakeDiscord.CHANNEL)).as("it was written").hasSize(1);
        assertThat(requests()).as("not repeated").isEqualTo(1);
        assertThat(other.channel.send(POST)).isInstanceOf(Answer.Delivered.class);
        assertThat(discord.createdByNonce()).isEqualTo(Map.of("nonce-1", 1));
    }

    @Test
    void a_connection_that_ends_before_it_was_read_leaves_it_unsure() {
        fail("drop-before");

        assertThat(bot.channel.send(POST)).isInstanceOf(Answer.Unsure.class);
        assertThat(discord.messages(FakeDiscord.CHANNEL)).isEmpty();
        assertThat(requests()).isEqualTo(1);
    }

    @Test
    void what_was_surely_not_sent_is_deferred() throws Exception {
        URI api = discord.api();
        discord.close();
        Bot other =
                new Bot(
                        DiscordSettings.usual(() -> FakeDiscord.TOKEN).withApi(api),
                        Bot.BRISK,
                        directory);

        assertThat(other.channel.send(POST)).isEqualTo(new Answer.Deferred(Duration.ofSeconds(2)));
    }

    @Test
    void a_token_that_was_refused_is_not_used_again() {
        fail("status=401");
        bot.channel.send(POST);

        assertThat(bot.channel.send(POST)).isEqualTo(new Answer.Deferred(Duration.ofMinutes(1)));
        assertThat(requests()).isEqualTo(1);
    }

    @Test
    void a_token_that_was_refused_ends_the_listening() throws Exception {
        try (Bot listening = Bot.listening(discord, directory.resolve("listening"))) {
            fail("status=401");
            listening.channel.send(POST);

            assertThat(listening.failure()).hasMessageContaining("status 401");
        }
    }

    @Test
    void a_channel_that_refused_us_is_left_alone_for_a_while() {
        fail("status=403 code=50013");
        bot.channel.send(POST);

        assertThat(bot.channel.send(POST)).isInstanceOf(Answer.Rejected.class);
        assertThat(requests()).isEqualTo(1);
        assertThat(
                        bot.channel.send(
                                new Post(
                                        "2",
                                        FakeDiscord.OTHER_CHANNEL,
                                        "",
                                        "x",
                                        Post.Mentions.SILENT)))
                .isInstanceOf(Answer.Delivered.class);
    }

    @Test
    void nothing_is_called_that_was_not_meant_to_be() throws Exception {
        List<Http.Request> requests = new ArrayList<>();
        Http http =
                request -> {
                    requests.add(request);
                    return new Http.Answer(200, Map.of(), "{\"id\":\"5\"}");
                };
        DiscordChannel channel =
                new DiscordChannel(
                        DiscordSettings.usual(() -> "a.token\n"),
                        new DiscordChannel.Network(http, new JdkWebSockets()),
                        bot.world,
                        bot.world.disk().open(directory, "bot"));

        channel.send(new Post("n", "4001", "7", "<@2001> @everyone", Post.Mentions.SILENT));
        channel.send(new Post("n", "4001", "", "x", Post.Mentions.USERS));

        assertThat(requests)
                .extracting(Http.Request::body)
                .containsExactly(
                        "{\"content\":\"<@2001> @everyone\",\"nonce\":\"n\",\"enforce_nonce\":true,"
                                + "\"allowed_mentions\":{\"parse\":[]},\"message_reference\":"
                                + "{\"message_id\":\"7\",\"fail_if_not_exists\":false}}",
                        "{\"content\":\"x\",\"nonce\":\"n\",\"enforce_nonce\":true,"
                                + "\"allowed_mentions\":{\"parse\":[\"users\"]}}");
        assertThat(requests.getFirst().headers()).containsEntry("Authorization", "Bot a.token");
        assertThat(requests.getFirst().uri())
                .hasToString("https://discord.com/api/v10/channels/4001/messages");
    }

    @Test
    void a_token_that_cannot_be_one_is_not_sent() throws Exception {
        for (String token : List.of("", "two words", "line\r\nHost: x", "\u00e9")) {
            DiscordSettings settings = DiscordSettings.usual(() -> token).withApi(discord.api());
            Bot other = new Bot(settings, Bot.BRISK, directory.resolve("other"));

            assertThat(other.channel.send(POST)).isInstanceOf(Answer.Deferred.class);
            other.start();
            assertThat(other.failure()).hasMessageNotContaining("Host");
        }
        assertThat(discord.requests()).isEmpty();
    }

    @Test
    void what_is_no_channel_is_not_asked_for() {
        for (String channel : new String[] {"", "..", "4001/../4002", "04001", "all"}) {
            Post post = new Post("1", channel, "", "x", Post.Mentions.SILENT);

            assertThat(bot.channel.send(post)).isInstanceOf(Answer.Rejected.class);
        }
        assertThat(discord.requests()).isEmpty();
    }
}
