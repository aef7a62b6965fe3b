package dev.belay.app.serving;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belay.app.config.BindingKeys;
import dev.belay.core.error.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// The numbers of a run at `http://127.0.0.1:PORT/metrics`, for programs on this machine alone.
public final class MetricsPage implements AutoCloseable {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int FAILED = 500;

    private final HttpServer server;
    private final ExecutorService threads;
    private final Metrics metrics;
    private final Serving serving;

    private MetricsPage(HttpServer server, Metrics metrics, Serving serving) {
        this.server = server;
        this.metrics = metrics;
        this.serving = serving;
        this.threads = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
    }

    /// Listens from now on.
    ///
    /// @throws Refusal when the port cannot be had
    public static MetricsPage open(int port, Metrics metrics, Serving serving) throws Refusal {
        try {
            HttpServer server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            MetricsPage page = new MetricsPage(server, metrics, serving);
            server.setExecutor(page.threads);
            server.createContext("/", page::answer);
            server.start();
            return page;
        } catch (IOException e) {
            throw serving.definition()
                    .settings()
                    .refusal(BindingKeys.METRICS_PORT, "cannot be had: " + e.getMessage());
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean isKnown =
                    exchange.getRequestMethod().equals("GET")
                            && exchange.getRequestURI().getPath().equals("/metrics");
            if (!isKnown) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
                return;
            }
            byte[] text;
            try {
                text = metrics.text(gauges()).getBytes(StandardCharsets.UTF_8);
            } catch (IOException | IllegalStateException _) {
                exchange.sendResponseHeaders(FAILED, -1); // The run is over, or its disk is.
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(OK, text.length);
            exchange.getResponseBody().write(text);
        }
    }

    private Map<String, Long> gauges() throws IOException {
        Map<String, Long> gauges = new TreeMap<>();
        gauges.put("belay_braked", serving.isBraked() ? 1L : 0L);
        gauges.put("belay_ceiling_daily", (long) serving.definition().binding().ceilings().daily());
        gauges.put("belay_ceiling_daily_used", serving.admittedToday());
        gauges.put("belay_turns_in_flight", (long) serving.load().inFlight());
        gauges.put("belay_waiting", (long) serving.load().waiting());
        gauges.put("belay_parts_unresolved", (long) serving.unresolved());
        return gauges;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }
}
