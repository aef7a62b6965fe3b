package dev.belay.app.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.app.config.source.ConfigurationSource;
import dev.belay.connector.BindingName;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.binding.Times;
import dev.belay.connector.channel.Post;
import dev.belay.connector.engine.ChatEngine;
import dev.belay.connector.engine.CommandEngine;
import dev.belay.connector.turn.InterruptedPolicy;
import dev.belay.connector.turn.MatchRules;
import dev.belay.connector.turn.Retention;
import dev.belay.connector.turn.Trigger;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.system.program.Programs.Complaints;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindingReaderTest {
    private static final BindingName NAME = new BindingName("support");

    private final ConfigurationSource source =
            new ConfigurationSource(new SimHost().start("belay").world(), Map.of());

    // Long: every setting once.
    @Test
    void every_setting_arrives() throws Refusal {
        BindingDefinition all =
                read(
                        """
                        name: support
                        channel:
                          type: discord
                          token: {env: TOKEN}
                          apiUrl: http://127.0.0.1:1/api
                          gatewayUrl: wss://example.com/gateway
                        guilds: [11]
                        channels: ["22", 23]
                        users: [33]
                        triggers: [every, prefix]
                        prefix: "!ask "
                        maxLength: 100
                        ceilings:
                          {daily: 1, dailyOfUser: 2, hourly: 3, dailyTokens: 4, atOnce: 5,
                           readBack: 6}
                        times: {answer: 1s, grace: 2s, maxAge: 3s, retry: 4s}
                        texts: {ceiling: a, failed: b, timedOut: c, interrupted: d}
                        reply: {reference: false, mentions: users, maxParts: 3}
                        interrupted: retry
                        retention: full
                        engine:
                          type: command
                          command: [answer, "-v"]
                          output: json
                          environment: [KEY]
                          directory: /srv
                          stderr: show
                          maxOutput: 7
                        metrics: {port: 8}
                        """);

        assertThat(all.binding())
                .isEqualTo(
                        new Binding(
                                NAME,
                                new MatchRules.Places(Set.of("11"), Set.of("22", "23")),
                                Set.of("33"),
                                List.of(new Trigger.EveryMessage(), new Trigger.Prefix("!ask ")),
                                100,
                                new Binding.Ceilings(1, 2, 3, 4, 5, 6),
                                new Times(seconds(1), seconds(2), seconds(3), seconds(4)),
                                new Binding.Texts("a", "b", "c", "d"),
                                new Binding.Reply(false, Post.Mentions.USERS, 3),
                                InterruptedPolicy.RETRY,
                                Retention.FULL));
        assertThat(all.channel())
                .isInstanceOfSatisfying(
                        ChannelChoice.Discord.class,
                        it -> {
                            assertThat(it.api()).contains(URI.create("http://127.0.0.1:1/api"));
                            assertThat(it.gateway())
                                    .contains(URI.create("wss://example.com/gateway"));
                        });
        assertThat(all.engine())
                .isEqualTo(
                        new EngineChoice.Command(
                                List.of("answer", "-v"),
                                List.of("KEY"),
                                Path.of("/srv"),
                                CommandEngine.Form.JSON,
                                Complaints.SHOWN,
                                7));
        assertThat(all.metricsPort()).contains(8);
    }

    private static Duration seconds(int count) {
        return Duration.ofSeconds(count);
    }

    @Test
    void a_terminal_and_an_engine_are_enough() throws Refusal {
        BindingDefinition small = read("channel: {type: terminal}\nengine: {type: echo}");

        assertThat(small.channel()).isEqualTo(new ChannelChoice.Terminal());
        assertThat(small.engine()).isEqualTo(new EngineChoice.Echo());
        assertThat(small.metricsPort()).isEmpty();
        assertThat(small.binding().triggers())
                .containsExactly(
                        new Trigger.Mention(), new Trigger.Reply(), new Trigger.DirectMessage());
        assertThat(small.binding().retention()).isEqualTo(Retention.NONE);
    }

    @Test
    void a_server_of_chats_has_its_address_and_its_token() throws Refusal {
        BindingDefinition chat =
                read(
                        """
                        channel: {type: terminal}
                        engine:
                          type: openai
                          url: https://api.example.com/v1
                          model: m
                          token: {env: KEY}
                          stream: false
                        """);

        assertThat(chat.engine())
                .isInstanceOfSatisfying(
                        EngineChoice.Chat.class,
                        it -> {
                            assertThat(it.url())
                                    .hasToString("https://api.example.com/v1/chat/completions");
                            assertThat(it.delivery()).isEqualTo(ChatEngine.Delivery.WHOLE);
                            assertThat(it.token()).isPresent();
                        });
    }

    // Long: one table of what may be wrong.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "engin: {type: echo}|bindings/support.yaml:1|did you mean engine?",
                "engine: {typ: echo}|:1|did you mean engine.type?",
                "channel: {}|support.yaml|engine.type is missing",
                "engine: {type: echo}|support.yaml|channel.token is missing",
                "engine: {type: none}|:1|one of echo, command, openai",
                "engine: {type: command}|support.yaml|engine.command is missing",
                "engine: {type: command, command: []}|support.yaml|engine.command is missing",
                "engine: {type: command, command: ['-x']}|:1|does not begin with a program",
                "engine: {type: command, command: [a], directory: x}|:1|no absolute path",
                "engine: {type: command, command: [a], maxOutput: 99000000}|:1|is more than",
                "engine: {type: openai, model: m}|support.yaml|no address",
                "engine: {type: openai, url: 'ftp://x', model: m}|:1|no address",
                "engine: {type: openai, url: 'https://x.com'}|support.yaml|model is missing",
                "engine: {type: openai, url: 'http://x.y', model: m, token: {env: A}}|:1|clear",
                "guilds: [abc]|:1|ids belong there",
                "channels: ['007']|:1|ids belong there",
                "triggers: []|:1|nothing is answered",
                "triggers: [sometimes]|:1|holds \"sometimes\"",
                "triggers: [prefix]|:1|does not say which",
                "triggers: [every]|:1|does not say where",
                "name: other|:1|not the name of the file",
                "times: {answer: 2h}|:1|longer than 60 minutes",
                "times: {answer: 0s}|:1|a time such as",
                "ceilings: {daily: 0}|:1|a whole number",
                "ceilings: {daily: 99999999999}|:1|a whole number",
                "metrics: {port: 70000}|:1|is more than 65535",
                "reply: {reference: maybe}|:1|true or false",
                "retention: some|:1|one of none, turns, full",
                "channel: {token: secret-itself}|:1|holds a secret itself",
                "{engine: {type: echo}, channel: {token: {env: T}, apiUrl: 'http://x.y'}}|:1|clear",
                "{engine: {type: echo}, channel: {token: {env: T}, apiUrl: nowhere}}|:1|no address",
            })
    void what_is_wrong_is_told_with_its_place(String text, String place, String what) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        it -> {
                            assertThat(it.code()).isEqualTo(ErrorCode.USAGE);
                            assertThat(it.where()).contains(place);
                            assertThat(it.found()).contains(what);
                            assertThat(it).hasMessageNotContaining("secret-itself");
                        });
    }

    @Test
    void what_has_changed_is_named() throws Refusal {
        String same = "channel: {type: terminal}\nengine: {type: echo}\n";

        BindingDefinition before = read(same);

        assertThat(before.differences(read(same + "times: {answer: 2m}"))).isEmpty();
        assertThat(before.differences(read(same + "times: {answer: 3m}\nusers: [1]")))
                .containsExactly("users", "times.answer");
        assertThat(Optional.of(before).map(BindingDefinition::settings)).isPresent();
    }

    private BindingDefinition read(String text) throws Refusal {
        return BindingReader.read(
                NAME,
                source.parseBinding(
                        text.getBytes(StandardCharsets.UTF_8), "bindings/support.yaml"));
    }
}
