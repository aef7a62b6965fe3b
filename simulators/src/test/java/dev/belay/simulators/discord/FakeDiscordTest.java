package dev.belay.simulators.discord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.system.Http;
import dev.belay.system.World;
import dev.belay.system.local.JdkHttp;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.socket.JdkWebSockets;
import dev.belay.system.socket.WebSocket;
import dev.belay.system.socket.WebSocket.Received;
import dev.belay.system.socket.WebSockets;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FakeDiscordTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String HELLO =
            "{\"op\":10,\"d\":{\"heartbeat_interval\":41250},\"s\":null,\"t\":null}";

    private final World world = LocalWorld.create();
    private final Http http = new JdkHttp();
    private FakeDiscord discord;

    @BeforeEach
    void start() throws IOException {
        discord = started(FakeDiscordOptions.USUAL);
    }

    @AfterEach
    void stop() {
        discord.close();
    }

    private FakeDiscord started(FakeDiscordOptions options) throws IOException {
        return FakeDiscord.start(options, world.clock(), world.waiting());
    }

    private Http.Answer ask(String method, URI uri, String body) throws IOException {
        Map<String, String> headers = Map.of("Authorization", "Bot " + FakeDiscord.TOKEN);
        return http.send(new Http.Request(method, uri, headers, body, LONG, 1_000_000));
    }

    private Http.Answer post(String body) throws IOException {
        return ask("POST", URI.create(discord.api() + "/channels/4001/messages"), body);
    }

    private Http.Answer control(String method, String path, String body) throws IOException {
        return ask(method, URI.create(discord.control() + path), body);
    }

    @Test
    void an_enforced_nonce_makes_one_message() throws IOException {
        String body = "{\"content\":\"one\",\"nonce\":\"n\",\"enforce_nonce\":true}";
        Http.Answer first = post(body);

        assertThat(post(body.replace("one", "two")).body()).isEqualTo(first.body());
        post(body.replace("true", "false"));

        assertThat(discord.messages(FakeDiscord.CHANNEL))
                .extracting(Spoken::text)
                .containsExactly("one", "one");
        assertThat(discord.createdByNonce()).isEqualTo(Map.of("n", 2));
    }

    @Test
    void a_nonce_is_forgotten_after_its_window() throws IOException {
        discord.close();
        discord = started(FakeDiscordOptions.USUAL.withNonceWindow(Duration.ZERO));
        String body = "{\"content\":\"one\",\"nonce\":\"n\",\"enforce_nonce\":true}";
        post(body);
        post(body);

        assertThat(discord.createdByNonce()).isEqualTo(Map.of("n", 2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ | 400 | 50109",
                "{} | 400 | 50006",
                "{\"content\":\" \"} | 400 | 50006",
                "{\"content\":\"a\",\"nonce\":\"12345678901234567890123456\"} | 400 | 50035",
                "{\"content\":\"a\",\"message_reference\":{\"message_id\":\"7\"}} | 404 | 10008",
            })
    void what_discord_refuses_is_refused(String body, int status, int code) throws IOException {
        Http.Answer answer = post(body);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).contains("\"code\":" + code);
    }

    @Test
    void a_bucket_is_empty_after_as_many_as_it_holds() throws IOException {
        for (int i = 0; i < 5; i++) {
            assertThat(post("{\"content\":\"x\"}").headers())
                    .containsEntry("x-ratelimit-remaining", List.of(Integer.toString(4 - i)));
        }

        Http.Answer answer = post("{\"content\":\"x\"}");

        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.body()).contains("\"retry_after\":").contains("\"global\":false");
        assertThat(discord.messages(FakeDiscord.CHANNEL)).hasSize(5);
    }

    @Test
    void without_the_token_nothing_is_answered() throws IOException {
        URI uri = URI.create(discord.api() + "/gateway/bot");

        assertThat(http.send(new Http.Request("GET", uri, Map.of(), "", LONG, 1000)).status())
                .isEqualTo(401);
    }

    @Test
    void others_speak_read_and_script_by_its_control() throws IOException {
        Http.Answer said = control("POST", "/say", "{\"text\":\"<@1001> hello\"}");
        String id = said.body().replaceAll("\\D", "");

        assertThat(control("GET", "/messages", "").body())
                .contains("\"id\":\"" + id + "\"")
                .contains("\"mentions\":[{\"id\":\"1001\"}]");
        assertThat(control("POST", "/delete", "{\"id\":\"" + id + "\"}").status()).isEqualTo(200);
        assertThat(control("POST", "/faults", "{\"faults\":[\"POST * status=503\"]}").status())
                .isEqualTo(200);
        assertThat(control("GET", "", "").body()).contains("1 left of: POST * status=503");
        assertThat(post("{\"content\":\"x\"}").status()).isEqualTo(503);
        assertThat(discord.messages(FakeDiscord.CHANNEL)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/say | {}",
                "/say | nothing",
                "/say | {\"text\":\"x\",\"channel\":\"9\"}",
                "/delete | {\"id\":\"9\"}",
                "/faults | {\"faults\":[\"what\"]}",
                "/gateway | {\"orders\":[\"what\"]}",
                "/gateway | {\"orders\":3}",
            })
    void what_its_control_does_not_understand_it_says(String path, String body) throws IOException {
        assertThat(control("POST", path, body).status()).isEqualTo(400);
    }

    @Test
    void a_session_begins_and_goes_on_where_it_was_left() throws IOException {
        String token = "\"token\":\"" + FakeDiscord.TOKEN + "\"";
        String session;
        try (WebSocket socket = connect()) {
            assertThat(text(socket)).isEqualTo(HELLO);
            socket.send("{\"op\":2,\"d\":{" + token + ",\"intents\":1}}");
            session = text(socket).replaceAll(".*\"session_id\":\"([^\"]*)\".*", "$1");
            assertThat(text(socket)).contains("\"t\":\"GUILD_CREATE\"").contains("\"s\":2");
            socket.send("{\"op\":1,\"d\":2}");
            assertThat(text(socket)).startsWith("{\"op\":11");
        }
        discord.say(FakeDiscord.CHANNEL, FakeDiscord.USER, "missed");

        try (WebSocket socket = connect()) {
            text(socket);
            socket.send(
                    "{\"op\":6,\"d\":{"
                            + token
                            + ",\"session_id\":\""
                            + session
                            + "\",\"seq\":2}}");

            assertThat(text(socket))
                    .contains("\"s\":3,\"t\":\"MESSAGE_CREATE\"")
                    .contains("missed");
            assertThat(text(socket)).contains("\"s\":4,\"t\":\"RESUMED\"");
        }
        assertThat(discord.resumes()).containsExactly(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"op\":2,\"d\":{\"token\":\"wrong\"}} | 4004",
                "{\"op\":6,\"d\":{\"token\":\"wrong\"}} | 4004",
                "nothing | 4002",
            })
    void a_client_that_errs_is_closed_by_the_code_for_it(String said, int code) throws IOException {
        try (WebSocket socket = connect()) {
            text(socket);
            socket.send(said);

            assertThat(socket.receive(LONG)).isEqualTo(new Received.Closed(code));
        }
    }

    @Test
    void a_connection_can_be_cut_before_its_first_word() throws IOException {
        discord.gateway("cut=0");

        try (WebSocket socket = connect()) {
            assertThat(catchThrowableOfType(IOException.class, () -> text(socket))).isNotNull();
        }
        try (WebSocket socket = connect()) {
            assertThat(text(socket)).isEqualTo(HELLO);
        }
    }

    private WebSocket connect() throws IOException {
        return new JdkWebSockets()
                .connect(new WebSockets.Request(discord.gatewayUrl(), LONG, 100_000));
    }

    private static String text(WebSocket socket) throws IOException {
        return socket.receive(LONG) instanceof Received.Text(String text) ? text : "";
    }
}
