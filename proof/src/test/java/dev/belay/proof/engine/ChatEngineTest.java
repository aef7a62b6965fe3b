package dev.belay.proof.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belay.connector.BindingName;
import dev.belay.connector.TurnId;
import dev.belay.connector.engine.Answer;
import dev.belay.connector.engine.ChatEngine;
import dev.belay.connector.engine.ChatEngine.Delivery;
import dev.belay.connector.engine.ChatEngine.Terms;
import dev.belay.connector.engine.Question;
import dev.belay.system.local.JdkHttp;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Against a real server.
@Timeout(60)
class ChatEngineTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Question QUESTION =
            new Question(
                    new BindingName("support"),
                    new TurnId("1234"),
                    1,
                    "55",
                    "66",
                    Instant.parse("2026-01-02T03:04:05Z"),
                    "why?");
    private static final String STREAM =
            """
            : a comment

            data: {"choices":[{"delta":{"role":"assistant"}}],"usage":null}

            data: {"choices":[{"delta":{"content":"Grü"},"finish_reason":null}]}

            data: {"choices":[{"delta":{"content":"ße."}}]}

            data: {"choices":[{"delta":{},"finish_reason":"stop"}]}

            data: {"choices":[],"usage":{"prompt_tokens":9,"total_tokens":12}}

            data: [DONE]

            """;

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private HttpServer server;

    /// What the server does with a request.
    private interface Reply {
        void to(HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
    }

    @Test
    void a_streamed_answer_is_put_together_and_its_tokens_are_counted() {
        serve(200, STREAM);

        assertThat(ask(Delivery.STREAMED)).isEqualTo(new Answer.Answered("Grüße.", 12));
        assertThat(requests)
                .containsExactly(
                        "POST /v1/chat/completions Bearer hidden {\"model\":\"m\",\"messages\":["
                                + "{\"role\":\"system\",\"content\":\"Be kind.\"},"
                                + "{\"role\":\"user\",\"content\":\"why?\"}],\"max_tokens\":100,"
                                + "\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
    }

    @Test
    void a_whole_answer_says_the_same() {
        serve(
                200,
                """
                {"choices":[{"message":{"content":"Grüße."},"finish_reason":"stop"}],
                 "usage":{"total_tokens":12}}
                """);

        assertThat(ask(Delivery.WHOLE)).isEqualTo(new Answer.Answered("Grüße.", 12));
        assertThat(requests.getFirst()).doesNotContain("stream");
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 400, 401, 404, 429, 500, 503})
    void a_server_that_does_not_answer_is_asked_once(int status) {
        serve(status, "{\"error\": {\"message\": \"hidden\"}}");

        assertThat(ask(Delivery.STREAMED))
                .isEqualTo(new Answer.Failed("the server answered " + status));
        assertThat(requests).hasSize(1);
    }

    @Test
    void a_stream_that_breaks_off_is_no_answer() {
        serve(200, STREAM.substring(0, STREAM.indexOf("data: {\"choices\":[{\"delta\":{},")));

        assertThat(ask(Delivery.STREAMED))
                .isEqualTo(new Answer.Failed("the answer of the server broke off"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "data: {\"error\": {\"message\": \"overloaded\"}}",
                "data: no JSON at all",
                "data: [1, 2]",
            })
    void a_stream_of_something_else_is_no_answer(String line) {
        serve(200, line + "\n\ndata: [DONE]\n");

        assertThat(ask(Delivery.STREAMED))
                .isEqualTo(
                        new Answer.Failed("the server answered something that is no completion"));
    }

    @Test
    void an_endless_stream_is_cut() {
        serve(
                200,
                "data: {\"choices\":[{\"delta\":{\"content\":\"again and \"}}]}\n\n".repeat(5_000));

        assertThat(ask(Delivery.STREAMED))
                .isInstanceOfSatisfying(
                        Answer.Failed.class,
                        it -> assertThat(it.reason()).endsWith("is longer than 100000 bytes"));
    }

    @Test
    void a_server_that_hangs_in_the_middle_is_timed_out() {
        reply(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            OutputStream body = exchange.getResponseBody();
            body.write(": wait\n".getBytes(StandardCharsets.UTF_8));
            body.flush();
            await();
        });

        assertThat(engine(Delivery.STREAMED).ask(QUESTION, Duration.ofMillis(300)))
                .isEqualTo(new Answer.TimedOut());
    }

    @Test
    void a_server_that_is_not_there_is_a_failure() {
        server.stop(0);

        assertThat(ask(Delivery.STREAMED))
                .isInstanceOfSatisfying(
                        Answer.Failed.class,
                        it -> assertThat(it.reason()).endsWith("no connection could be made"));
    }

    @Test
    void an_interrupt_abandons_the_question() {
        reply(_ -> await());
        Thread.currentThread().interrupt();

        Answer answer = ask(Delivery.STREAMED);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer).isEqualTo(new Answer.Abandoned());
    }

    @ParameterizedTest
    @CsvSource({
        "https://api.example.com/v1, https://api.example.com/v1/chat/completions",
        "http://127.0.0.1:8080/v1/, http://127.0.0.1:8080/v1/chat/completions",
        "ftp://example.com/v1, ",
        "api.example.com/v1, ",
        "https://:80, ",
    })
    void the_address_follows_from_its_base(String base, String address) {
        assertThat(ChatEngine.completions(base).map(URI::toString).orElse(null)).isEqualTo(address);
    }

    @Test
    void its_token_is_in_no_text_of_it() {
        assertThat(terms(Delivery.WHOLE)).asString().doesNotContain("hidden");
    }

    private void await() {
        try {
            over.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(int status, String body) {
        reply(exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        });
    }

    private void reply(Reply reply) {
        server.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        String body =
                                new String(
                                        exchange.getRequestBody().readAllBytes(),
                                        StandardCharsets.UTF_8);
                        requests.add(
                                exchange.getRequestMethod()
                                        + " "
                                        + exchange.getRequestURI()
                                        + " "
                                        + exchange.getRequestHeaders().getFirst("Authorization")
                                        + " "
                                        + body);
                        reply.to(exchange);
                    }
                });
    }

    private Answer ask(Delivery delivery) {
        return engine(delivery).ask(QUESTION, LONG);
    }

    private ChatEngine engine(Delivery delivery) {
        return new ChatEngine(new JdkHttp(), LocalWorld.create().clock(), terms(delivery));
    }

    private Terms terms(Delivery delivery) {
        String base = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
        return new Terms(
                ChatEngine.completions(base).orElseThrow(),
                "m",
                "hidden",
                "Be kind.",
                100,
                delivery,
                100_000);
    }
}
