package dev.belay.system.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.belay.system.Http;
import dev.belay.system.Http.Answer;
import dev.belay.system.Http.Request;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkHttpTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int BODY_MAX = 1000;

    private final Http http = new JdkHttp();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private static Request get(URI uri) {
        return new Request("GET", uri, Map.of(), "", LONG, BODY_MAX);
    }

    private IOException failure(Request request) {
        IOException failure = catchThrowableOfType(IOException.class, () -> http.send(request));
        assertThat(failure).isNotNull();
        return failure;
    }

    @Test
    void a_request_goes_out_as_it_was_asked() throws IOException {
        server.createContext(
                "/",
                exchange -> {
                    String seen =
                            "%s %s %s %s"
                                    .formatted(
                                            exchange.getRequestMethod(),
                                            exchange.getRequestURI(),
                                            exchange.getRequestHeaders().get("X-Thing"),
                                            new String(
                                                    exchange.getRequestBody().readAllBytes(),
                                                    UTF_8));
                    byte[] body = seen.getBytes(UTF_8);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });

        Request post =
                new Request(
                        "POST",
                        uri("/a?b=c"),
                        Map.of("X-Thing", "it"),
                        "caf\u00e9",
                        LONG,
                        BODY_MAX);
        Request delete = new Request("DELETE", uri("/a"), Map.of(), "", LONG, BODY_MAX);

        assertThat(http.send(post).body()).isEqualTo("POST /a?b=c [it] caf\u00e9");
        assertThat(http.send(delete).body()).isEqualTo("DELETE /a null ");
    }

    @Test
    void an_answer_comes_back_whole() throws IOException {
        server.createContext(
                "/",
                exchange -> {
                    exchange.getResponseHeaders().add("Retry-After", "7");
                    exchange.getResponseHeaders().add("X-Two", "a");
                    exchange.getResponseHeaders().add("X-Two", "b");
                    byte[] body = {'o', 'k', (byte) 0xFF};
                    exchange.sendResponseHeaders(429, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });

        Answer answer = http.send(get(uri("/")));

        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.headers())
                .containsEntry("retry-after", List.of("7"))
                .containsEntry("x-two", List.of("a", "b"));
        assertThat(answer.body()).isEqualTo("ok\uFFFD");
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 301, 302, 307, 400, 401, 403, 404, 407, 410, 500, 503})
    void every_status_is_an_answer_and_none_is_followed(int status) throws IOException {
        server.createContext(
                "/",
                exchange -> {
                    exchange.getResponseHeaders().add("Location", "/elsewhere");
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                });
        server.createContext(
                "/elsewhere",
                exchange -> {
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });

        assertThat(http.send(get(uri("/"))).status()).isEqualTo(status);
    }

    @Test
    void a_body_may_be_as_long_as_allowed_and_no_longer() throws IOException {
        server.createContext(
                "/",
                exchange -> {
                    int length = Integer.parseInt(exchange.getRequestURI().getQuery());
                    exchange.sendResponseHeaders(200, 0); // Chunked.
                    exchange.getResponseBody().write("x".repeat(length).getBytes(UTF_8));
                    exchange.close();
                });

        assertThat(http.send(get(uri("/?1000"))).body()).hasSize(BODY_MAX);
        assertThat(failure(get(uri("/?1001"))))
                .hasMessageEndingWith(": the answer is longer than 1000 bytes");
    }

    @Test
    void an_endless_body_is_not_read_on() throws Exception {
        byte[] block = new byte[10_000];
        try (RawServer raw =
                RawServer.start((_, output) -> {
                    output.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(UTF_8));
                    while (true) {
                        output.write(block);
                    }
                })) {
            assertThat(failure(get(raw.uri("/")))).hasMessageContaining("longer than 1000 bytes");
            assertThat(raw.clientGone().await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void the_limit_ends_an_exchange_without_an_answer() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (RawServer raw = RawServer.start((_, _) -> await(end))) {
            Request request =
                    new Request(
                            "GET", raw.uri("/"), Map.of(), "", Duration.ofMillis(200), BODY_MAX);

            assertThat(failure(request)).hasMessageEndingWith(": no whole answer in 200 ms");
        } finally {
            end.countDown();
        }
    }

    @Test
    void the_limit_ends_a_body_that_dribbles() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (RawServer raw =
                RawServer.start((_, output) -> {
                    output.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(UTF_8));
                    while (true) {
                        output.write('x');
                        output.flush();
                        pause(never, 5);
                    }
                })) {
            Request request =
                    new Request(
                            "GET",
                            raw.uri("/"),
                            Map.of(),
                            "",
                            Duration.ofMillis(300),
                            Integer.MAX_VALUE);
            long start = System.nanoTime();

            assertThat(failure(request)).hasMessageEndingWith(": no whole answer in 300 ms");

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONG);
            assertThat(raw.clientGone().await(60, TimeUnit.SECONDS))
                    .as("the connection is given up")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nonl",
                "HTTP/1.1 200 OK\r\nContent-Le"
            })
    void an_answer_that_breaks_off_is_none(String answer) throws IOException {
        try (RawServer raw = RawServer.start(RawServer.says(answer))) {
            assertThat(failure(get(raw.uri("/"))))
                    .hasMessageEndingWith(": the connection ended before the whole answer");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secret garbage\r\n\r\n",
                "HTTP/1.1 secret\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: secret\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nsecret\r\n"
            })
    void what_is_not_http_is_no_answer_and_is_not_quoted(String answer) throws IOException {
        try (RawServer raw = RawServer.start(RawServer.says(answer))) {
            IOException failure = failure(get(raw.uri("/")));

            assertThat(failure).hasMessageNotContaining("secret").hasNoCause();
            assertThat(failure.getMessage()).startsWith("127.0.0.1:" + raw.uri("/").getPort());
        }
    }

    @Test
    void a_reset_connection_is_no_answer() throws IOException {
        try (RawServer raw =
                RawServer.start((socket, _) -> {
                    socket.setSoLinger(true, 0);
                    socket.close();
                })) {
            assertThat(failure(get(raw.uri("/"))))
                    .isNotInstanceOf(Http.NotSent.class)
                    .hasMessageEndingWith(": the connection ended before the whole answer");
        }
    }

    @Test
    void a_refused_connection_says_so() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        URI uri = URI.create("http://127.0.0.1:" + free + "/");

        assertThat(failure(get(uri)))
                .isInstanceOf(Http.NotSent.class)
                .hasMessage("127.0.0.1:" + free + ": no connection could be made");
    }

    @Test
    void an_unknown_host_says_so() {
        assertThat(failure(get(URI.create("http://nowhere.invalid/"))))
                .isInstanceOf(Http.NotSent.class)
                .hasMessage("nowhere.invalid: the host name is not known");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "POST"})
    void a_request_that_may_have_acted_is_not_repeated(String method) throws IOException {
        try (RawServer raw =
                RawServer.start(
                                (socket, output) -> {
                                    if (socket.getKeepAlive()) {
                                        socket.close(); // The second request of a connection.
                                    } else {
                                        socket.setKeepAlive(true);
                                        output.write(
                                                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                                                        .getBytes(UTF_8));
                                    }
                                })
                        .keepingAlive()) {
            Request request = new Request(method, raw.uri("/"), Map.of(), "", LONG, BODY_MAX);
            http.send(request);

            assertThat(failure(request)).isNotNull();

            assertThat(raw.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_failure_tells_no_secret() throws IOException {
        try (RawServer raw = RawServer.start(RawServer.says("HTTP/1.1 200 secret OK\r\nX"))) {
            Request request =
                    new Request(
                            "POST",
                            raw.uri("/path?key=secret"),
                            Map.of("Authorization", "secret"),
                            "secret",
                            LONG,
                            BODY_MAX);

            assertThat(failure(request)).hasMessageNotContaining("secret").hasNoCause();
            assertThat(request.toString()).isEqualTo("POST 127.0.0.1/path");
        }
    }

    @Test
    void a_header_that_cannot_be_sent_is_not_quoted() {
        Request request =
                new Request(
                        "GET",
                        uri("/"),
                        Map.of("Authorization", "secret\r\nX: y"),
                        "",
                        LONG,
                        BODY_MAX);

        assertThat(catchThrowableOfType(IllegalArgumentException.class, () -> http.send(request)))
                .hasMessage("the header Authorization cannot be sent")
                .hasNoCause();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ftp://host/?secret", "/path?secret", "https:///?secret", "mailto:secret"})
    void what_is_no_address_of_a_server_is_refused_and_not_quoted(String uri) {
        assertThat(
                        catchThrowableOfType(
                                IllegalArgumentException.class,
                                () -> http.send(get(URI.create(uri)))))
                .hasMessage("not the address of a web server");
    }

    @Test
    void an_interrupt_ends_the_exchange_and_stays_set() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (RawServer raw =
                RawServer.start((_, _) -> {
                    arrived.countDown();
                    await(end);
                })) {
            FutureTask<Boolean> task =
                    new FutureTask<>(() -> {
                        IOException failure = failure(get(raw.uri("/")));
                        return failure instanceof InterruptedIOException
                                && Thread.currentThread().isInterrupted();
                    });
            Thread thread = Thread.ofPlatform().daemon().start(task);
            assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();

            thread.interrupt();

            assertThat(task.get(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            end.countDown();
        }
    }

    private static void await(CountDownLatch latch) throws IOException {
        pause(latch, LONG.toMillis());
    }

    private static void pause(CountDownLatch latch, long millis) throws IOException {
        try {
            boolean opened = latch.await(millis, TimeUnit.MILLISECONDS);
            assertThat(opened || millis < LONG.toMillis()).isTrue();
        } catch (InterruptedException _) {
            throw new InterruptedIOException();
        }
    }
}
