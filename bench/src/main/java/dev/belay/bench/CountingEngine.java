package dev.belay.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A model behind HTTP that notes when it is asked each numbered question, and answers at once.
///
/// - **Threads:** any number.
final class CountingEngine implements AutoCloseable {
    private static final Pattern NUMBER = Pattern.compile("question ([0-9]+)");
    private static final byte[] ANSWER =
            """
            {"choices":[{"message":{"role":"assistant","content":"An answer."},\
            "finish_reason":"stop"}],"usage":{"total_tokens":9}}\
            """
                    .getBytes(StandardCharsets.UTF_8);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Integer, Long> asked = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong(System.nanoTime());

    CountingEngine() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        long now = System.nanoTime();
        last.accumulateAndGet(now, Math::max);
        try (exchange) {
            String body =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Matcher number = NUMBER.matcher(body);
            if (number.find()) {
                asked.putIfAbsent(Integer.valueOf(number.group(1)), now);
            }
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, ANSWER.length);
            exchange.getResponseBody().write(ANSWER);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /// The monotonic time at which each question came, by its number.
    Map<Integer, Long> asked() {
        return asked;
    }

    /// The monotonic time of the last question.
    long last() {
        return last.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
