package dev.belay.system.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.system.socket.RawWebSocket.Frame;
import dev.belay.system.socket.WebSocket.Received;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdkWebSocketsTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int TEXT = 0x81;
    private static final int TEXT_BEGINS = 0x01;
    private static final int GOES_ON = 0x00;
    private static final int ENDS = 0x80;
    private static final int BINARY = 0x82;
    private static final int CLOSE = 0x88;
    private static final int PING = 0x89;

    private final WebSockets sockets = new JdkWebSockets();
    private final CountDownLatch over = new CountDownLatch(1);

    private WebSocket connect(RawWebSocket server) throws IOException {
        return sockets.connect(new WebSockets.Request(server.uri(), LONG, 1000));
    }

    /// What comes in from a server that does this and then waits.
    private Received first(RawWebSocket.Script script) throws IOException {
        try (RawWebSocket server = waiting(script);
                WebSocket socket = connect(server)) {
            return socket.receive(LONG);
        } finally {
            over.countDown();
        }
    }

    private IOException failure(RawWebSocket.Script script) throws IOException {
        try (RawWebSocket server = waiting(script);
                WebSocket socket = connect(server)) {
            IOException failure =
                    catchThrowableOfType(IOException.class, () -> socket.receive(LONG));
            assertThat(failure).isNotNull();
            assertThat(catchThrowableOfType(IOException.class, () -> socket.receive(LONG)))
                    .as("an end stays one")
                    .isNotNull();
            return failure;
        } finally {
            over.countDown();
        }
    }

    private RawWebSocket waiting(RawWebSocket.Script script) throws IOException {
        return RawWebSocket.start(peer -> {
            script.run(peer);
            over.await();
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    @Test
    void a_text_goes_out_and_one_comes_back() throws IOException {
        try (RawWebSocket server =
                        RawWebSocket.start(peer -> {
                            while (true) {
                                peer.frame(TEXT, bytes("got " + peer.next().content()));
                            }
                        });
                WebSocket socket = connect(server)) {
            for (String text : new String[] {"this", "that", ""}) {
                socket.send(text);

                assertThat(socket.receive(LONG)).isEqualTo(new Received.Text("got " + text));
            }
        }
    }

    @Test
    void pieces_make_one_text() throws IOException {
        Received received =
                first(peer -> {
                    byte[] whole = bytes("caf\u00e9 \ud83d\ude00!");
                    // Cut in the middle of a character.
                    peer.frame(TEXT_BEGINS, Arrays.copyOfRange(whole, 0, 4));
                    peer.frame(PING, bytes("between"));
                    peer.frame(GOES_ON, Arrays.copyOfRange(whole, 4, 8));
                    peer.frame(ENDS, Arrays.copyOfRange(whole, 8, whole.length));
                });

        assertThat(received).isEqualTo(new Received.Text("caf\u00e9 \ud83d\ude00!"));
    }

    @Test
    void a_text_may_be_as_long_as_allowed() throws IOException {
        String longest = "x".repeat(1000);

        assertThat(first(peer -> peer.frame(TEXT, bytes(longest))))
                .isEqualTo(new Received.Text(longest));
    }

    @Test
    void a_longer_text_ends_the_connection() throws IOException {
        assertThat(failure(peer -> peer.frame(TEXT, bytes("x".repeat(1001)))))
                .hasMessageEndingWith(": a text is longer than 1000 units");
    }

    @Test
    void a_longer_text_in_pieces_ends_the_connection() throws IOException {
        assertThat(
                        failure(peer -> {
                            peer.frame(TEXT_BEGINS, bytes("x".repeat(600)));
                            peer.frame(GOES_ON, bytes("x".repeat(401)));
                        }))
                .hasMessageEndingWith(": a text is longer than 1000 units");
    }

    @Test
    void a_frame_that_promises_no_end_is_not_waited_for() throws Exception {
        byte[] head = {(byte) TEXT, 127, 0x7f, -1, -1, -1, -1, -1, -1, -1};
        CountDownLatch gone = new CountDownLatch(1);
        try (RawWebSocket server =
                        RawWebSocket.start(peer -> {
                            peer.raw(head);
                            try {
                                while (true) {
                                    peer.raw(bytes("x".repeat(10_000)));
                                }
                            } catch (IOException _) {
                                gone.countDown();
                            }
                        });
                WebSocket socket = connect(server)) {
            assertThat(catchThrowableOfType(IOException.class, () -> socket.receive(LONG)))
                    .hasMessageEndingWith(": a text is longer than 1000 units");
            assertThat(gone.await(60, TimeUnit.SECONDS)).as("the connection is given up").isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1001, 4000, 4004, 4014, 4999})
    void a_close_is_seen_with_its_code(int code) throws IOException {
        byte[] content = {(byte) (code >> 8), (byte) code, 'b', 'y', 'e'};

        assertThat(first(peer -> peer.frame(CLOSE, content))).isEqualTo(new Received.Closed(code));
    }

    @Test
    void a_close_without_a_code_is_one() throws IOException {
        assertThat(first(peer -> peer.frame(CLOSE, new byte[0])))
                .isEqualTo(new Received.Closed(1005));
    }

    @Test
    void bytes_are_no_text() throws IOException {
        assertThat(failure(peer -> peer.frame(BINARY, bytes("secret"))))
                .hasMessageEndingWith(": it sent what is no text");
    }

    @ParameterizedTest
    @CsvSource({
        "a reserved opcode, 83 01 73",
        "a reserved bit, F1 01 73",
        "a masked frame, 81 81 00 00 00 00 73",
        "no UTF-8, 81 02 FF FE",
        "an endless ping, 89 7E 01 00",
        "a piece of nothing, 80 01 73",
        "a code that none may send, 88 02 03 ED",
    })
    void what_is_no_websocket_ends_the_connection(String claim, String hex) throws IOException {
        byte[] frame = new byte[(hex.length() + 1) / 3];
        for (int i = 0; i < frame.length; i++) {
            frame[i] = (byte) Integer.parseInt(hex.substring(3 * i, 3 * i + 2), 16);
        }

        assertThat(failure(peer -> peer.raw(frame)))
                .as(claim)
                .hasMessageEndingWith(": it does not speak as a WebSocket should")
                .hasNoCause();
    }

    @Test
    void a_connection_that_is_cut_between_texts_is_a_failure() throws IOException {
        byte[] frame = {(byte) TEXT, 5, 'h', 'e', 'l', 'l', 'o'};
        for (int cut = 0; cut < 3; cut++) {
            byte[] head = Arrays.copyOf(frame, cut);
            try (RawWebSocket server = RawWebSocket.start(peer -> peer.raw(head));
                    WebSocket socket = connect(server)) {
                assertThat(catchThrowableOfType(IOException.class, () -> socket.receive(LONG)))
                        .as("after " + cut + " bytes")
                        .hasMessageContaining("127.0.0.1:");
            }
        }
    }

    @Test
    void half_a_text_is_a_failure() throws IOException {
        byte[] half = {(byte) TEXT, 5, 'h', 'e', 'l'};
        try (RawWebSocket server = RawWebSocket.start(peer -> peer.raw(half));
                WebSocket socket = connect(server)) {
            assertThat(catchThrowableOfType(IOException.class, () -> socket.receive(LONG)))
                    .hasMessageEndingWith(": the connection broke");
        }
    }

    @Test
    void a_connection_that_is_cut_behind_a_text_is_a_failure_also_for_who_was_slow()
            throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        try (RawWebSocket server =
                        RawWebSocket.start(peer -> {
                            peer.frame(TEXT, bytes("the last"));
                            arrived.await();
                        });
                WebSocket socket = connect(server)) {
            // The JDK is to have the text, and then to learn of the end before the text is taken.
            assertThat(over.await(100, TimeUnit.MILLISECONDS)).isFalse();
            arrived.countDown();
            assertThat(over.await(100, TimeUnit.MILLISECONDS)).isFalse();

            assertThat(socket.receive(LONG)).isEqualTo(new Received.Text("the last"));
            assertThat(catchThrowableOfType(IOException.class, () -> socket.receive(LONG)))
                    .hasMessageEndingWith(": the connection broke");
            try (RawWebSocket other = waiting(peer -> peer.frame(TEXT, bytes("again")));
                    WebSocket second = connect(other)) {
                assertThat(second.receive(LONG)).isEqualTo(new Received.Text("again"));
            } finally {
                over.countDown();
            }
        }
    }

    @Test
    void a_reset_is_a_failure() throws IOException {
        assertThat(failure(RawWebSocket.Peer::reset))
                .hasMessageEndingWith(": the connection broke");
    }

    @Test
    void a_wait_ends_without_anything() throws IOException {
        try (RawWebSocket server = waiting(_ -> {});
                WebSocket socket = connect(server)) {
            assertThat(socket.receive(Duration.ofMillis(20))).isEqualTo(new Received.Nothing());
            assertThat(socket.receive(Duration.ofMillis(-20))).isEqualTo(new Received.Nothing());
        } finally {
            over.countDown();
        }
    }

    @Test
    void closing_tells_the_peer_why_and_wakes_whoever_receives() throws Exception {
        BlockingQueue<Frame> seen = new ArrayBlockingQueue<>(1);
        try (RawWebSocket server = RawWebSocket.start(peer -> seen.add(peer.next()));
                WebSocket socket = connect(server)) {
            FutureTask<Received> receiving = new FutureTask<>(() -> socket.receive(LONG));
            Thread.ofVirtual().start(receiving);

            socket.close(4000);

            assertThat(receiving.get(60, TimeUnit.SECONDS)).isEqualTo(new Received.Closed(4000));
            assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo(new Frame(8, "\u000f\u00a0"));
            assertThat(catchThrowableOfType(IOException.class, () -> socket.send("secret")))
                    .hasMessageNotContaining("secret")
                    .hasNoCause();
        }
    }

    @Test
    void an_interrupt_ends_the_wait_and_stays_set() throws Exception {
        try (RawWebSocket server = waiting(_ -> {});
                WebSocket socket = connect(server)) {
            FutureTask<Boolean> receiving =
                    new FutureTask<>(() -> {
                        IOException failure =
                                catchThrowableOfType(IOException.class, () -> socket.receive(LONG));
                        return failure instanceof InterruptedIOException
                                && Thread.currentThread().isInterrupted();
                    });
            Thread thread = Thread.ofVirtual().start(receiving);

            thread.interrupt();

            assertThat(receiving.get(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            over.countDown();
        }
    }

    @Test
    void a_server_that_will_not_open_one_says_its_status() throws IOException {
        byte[] answer = bytes("HTTP/1.1 403 No secret\r\nContent-Length: 0\r\n\r\n");
        try (RawWebSocket server = RawWebSocket.startUnopened(peer -> peer.raw(answer))) {
            assertThat(failureToConnect(server.uri(), LONG))
                    .hasMessageEndingWith(": it answered with status 403")
                    .hasNoCause();
        }
    }

    @Test
    void a_server_that_never_answers_is_given_up() throws IOException {
        try (RawWebSocket server = RawWebSocket.startUnopened(_ -> over.await())) {
            assertThat(failureToConnect(server.uri(), Duration.ofMillis(100)))
                    .hasMessageEndingWith(": no connection in 100 ms");
        } finally {
            over.countDown();
        }
    }

    @Test
    void a_refused_connection_says_so() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }

        assertThat(failureToConnect(URI.create("ws://127.0.0.1:" + free + "/?secret"), LONG))
                .hasMessage("127.0.0.1:" + free + ": no connection could be made");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://host/?secret", "/path?secret", "ws:///?secret"})
    void what_is_no_address_of_a_server_is_refused_and_not_quoted(String uri) {
        assertThat(
                        catchThrowableOfType(
                                IllegalArgumentException.class,
                                () ->
                                        sockets.connect(
                                                new WebSockets.Request(URI.create(uri), LONG, 10))))
                .hasMessage("not the address of a WebSocket server");
    }

    @Test
    void nothing_secret_is_shown() {
        assertThat(new WebSockets.Request(URI.create("wss://host/p?secret"), LONG, 1).toString())
                .doesNotContain("secret");
        assertThat(new Received.Text("secret").toString()).doesNotContain("secret");
    }

    private IOException failureToConnect(URI uri, Duration limit) {
        IOException failure =
                catchThrowableOfType(
                        IOException.class,
                        () -> sockets.connect(new WebSockets.Request(uri, limit, 1000)));
        assertThat(failure).isNotNull();
        return failure;
    }
}
