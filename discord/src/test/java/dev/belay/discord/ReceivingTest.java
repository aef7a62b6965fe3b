package dev.belay.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.turn.Incoming;
import dev.belay.connector.turn.Incoming.Place;
import dev.belay.connector.turn.Incoming.Trait;
import dev.belay.core.json.JsonObject;
import dev.belay.simulators.discord.FakeDiscord;
import dev.belay.simulators.discord.FakeDiscordOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReceivingTest {
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

    @Test
    void a_message_is_shown_with_all_that_is_known_of_it() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            String id = say("<@1001> hello");

            bot.heard.awaits("received <@1001> hello");
            assertThat(bot.heard.messages())
                    .containsExactly(
                            new Incoming(
                                    id,
                                    new Place(FakeDiscord.GUILD, FakeDiscord.CHANNEL),
                                    FakeDiscord.USER,
                                    Set.of(Trait.MENTIONS_US),
                                    "<@1001> hello"));
        }
    }

    @Test
    void a_thread_is_shown_with_its_channel() throws Exception {
        discord.addThread("7001", FakeDiscord.CHANNEL);
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.addThread("7002", FakeDiscord.OTHER_CHANNEL);
            discord.say("7001", FakeDiscord.USER, "one");
            discord.say("7002", FakeDiscord.USER, "two");

            bot.heard.awaits("received two");
            assertThat(bot.heard.messages())
                    .extracting(Incoming::place)
                    .containsExactly(
                            new Place(FakeDiscord.GUILD, "7001", FakeDiscord.CHANNEL),
                            new Place(FakeDiscord.GUILD, "7002", FakeDiscord.OTHER_CHANNEL));
        }
    }

    @Test
    void a_direct_message_is_one() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.say(FakeDiscord.DIRECT_CHANNEL, FakeDiscord.USER, "psst");

            bot.heard.awaits("received psst");
            assertThat(bot.heard.messages().getFirst().traits()).containsExactly(Trait.DIRECT);
        }
    }

    @Test
    void a_message_of_ours_with_a_nonce_is_told_as_delivered() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            bot.channel.send(Bot.post("nonce-1", "an answer"));
            discord.say(FakeDiscord.CHANNEL, FakeDiscord.BOT, "by another program");

            bot.heard.awaits("received by another program");
            assertThat(bot.heard.lines())
                    .containsExactly(
                            "connected 1001 anew",
                            "delivered nonce-1",
                            "received by another program");
            assertThat(bot.heard.messages().getFirst().traits())
                    .containsExactlyInAnyOrder(Trait.BY_US, Trait.BY_MACHINE);
        }
    }

    @Test
    void what_is_no_new_message_is_not_shown() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            JsonObject message =
                    JsonObject.builder()
                            .put("id", "99")
                            .put("channel_id", FakeDiscord.CHANNEL)
                            .put("content", "changed")
                            .put("author", JsonObject.builder().put("id", "2001").build())
                            .build();
            for (String event : List.of("MESSAGE_UPDATE", "MESSAGE_DELETE", "TYPING_START")) {
                discord.dispatch(event, message);
            }
            say("last");

            bot.heard.awaits("received last");
            assertThat(bot.heard.lines()).containsExactly("connected 1001 anew", "received last");
        }
    }

    @Test
    void a_message_without_what_it_takes_is_passed_over_and_counted() throws Exception {
        try (Bot bot = Bot.listening(discord, directory)) {
            discord.dispatch("MESSAGE_CREATE", JsonObject.builder().put("id", "9").build());
            say("last");

            bot.heard.awaits("received last");
            assertThat(bot.channel.counts().get("skipped")).isEqualTo(1);
            assertThat(bot.channel.counts().get("loss")).isZero();
        }
    }
}
