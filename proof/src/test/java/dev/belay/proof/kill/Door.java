package dev.belay.proof.kill;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belay.proof.program.Custody;
import dev.belay.simulators.BoatForm;
import dev.belay.simulators.FakeBoat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// The way to a [FakeBoat], which looks at the data root when a DELETE arrives: by then its record
/// must stand, or its computer be released.
///
/// Each program has an address of its own, so that it is known who is asking. A question takes a
/// few milliseconds on its way there and back, as it does over a network.
final class Door implements AutoCloseable {
    private static final List<String> ASKED =
            List.of("Authorization", "X-Ascii-Confirm-Delete", "Content-Type");
    private static final List<String> ANSWERED = List.of("Content-Type", "Retry-After");
    private static final int MICROSECONDS_EACH_WAY_MAX = 6_000;

    private final FakeBoat boat;
    private final Custody custody;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Integer, Integer> asking = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    private Door(FakeBoat boat, Custody custody, HttpServer server) {
        this.boat = boat;
        this.custody = custody;
        this.server = server;
    }

    static Door to(FakeBoat boat, Custody custody) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        Door door = new Door(boat, custody, server);
        server.createContext("/", door::pass);
        server.setExecutor(door.threads);
        server.start();
        return door;
    }

    /// What the program of this number is told to ask.
    String address(int program) {
        return "http://127.0.0.1:%d/%d%s"
                .formatted(
                        server.getAddress().getPort(),
                        program,
                        boat.base(BoatForm.SANDBOX).getPath());
    }

    /// Whether a program waits for an answer now.
    boolean isAsking(int program) {
        return asking.getOrDefault(program, 0) > 0;
    }

    List<String> complaints() {
        return complaints;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        client.shutdownNow();
    }

    private void pass(HttpExchange exchange) {
        String[] path = exchange.getRequestURI().toString().split("/", 3);
        int program = Integer.parseInt(path[1]);
        asking.merge(program, 1, Integer::sum);
        // Closed without an answer, an exchange takes its connection with it, as a fault wants.
        try (exchange) {
            if (exchange.getRequestMethod().equals("DELETE")) {
                requireRecord(path[2].replaceAll(".*/", ""));
            }
            pass(exchange, "/" + path[2]);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException _) {
            // The provider closed the connection, or the program that asked is gone.
        } finally {
            asking.merge(program, -1, Integer::sum);
        }
    }

    private void pass(HttpExchange exchange, String path) throws IOException, InterruptedException {
        travel();
        HttpResponse<byte[]> answer =
                client.send(request(exchange, path), BodyHandlers.ofByteArray());
        travel();
        for (String name : ANSWERED) {
            answer.headers()
                    .firstValue(name)
                    .ifPresent(value -> exchange.getResponseHeaders().set(name, value));
        }
        byte[] body = answer.body();
        exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private static void travel() throws InterruptedException {
        TimeUnit.MICROSECONDS.sleep(ThreadLocalRandom.current().nextInt(MICROSECONDS_EACH_WAY_MAX));
    }

    private HttpRequest request(HttpExchange exchange, String path) {
        URI target = boat.base(BoatForm.SANDBOX).resolve(path);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(target)
                        .method(exchange.getRequestMethod(), BodyPublishers.noBody());
        for (String name : ASKED) {
            String value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) {
                request.header(name, value);
            }
        }
        return request.build();
    }

    private void requireRecord(String box) throws IOException {
        if (!custody.isAccountedFor(box)) {
            complaints.add("a DELETE arrived without a record: " + box);
        }
    }
}
