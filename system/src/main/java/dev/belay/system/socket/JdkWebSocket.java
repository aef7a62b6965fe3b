package dev.belay.system.socket;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One open connection.
final class JdkWebSocket implements WebSocket {
    /// A peer that reads nothing must not keep us from closing.
    private static final long CLOSE_MILLIS_MAX = 1_000;

    private final java.net.http.WebSocket socket;
    private final Arrivals arrivals;
    private final Duration limit;
    private final String server;

    JdkWebSocket(java.net.http.WebSocket socket, Arrivals arrivals, Duration limit, String server) {
        this.socket = socket;
        this.arrivals = arrivals;
        this.limit = limit;
        this.server = server;
    }

    @Override
    public void send(String text) throws IOException {
        CompletableFuture<?> sending = socket.sendText(text, true);
        try {
            sending.get(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new IOException(server + ": it does not read what is sent");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(server + ": interrupted while sending");
        } catch (ExecutionException _) {
            throw new IOException(server + ": the connection ended before all was sent");
        }
    }

    @Override
    public Received receive(Duration time) throws IOException {
        Arrivals.Arrival next;
        try {
            next = arrivals.take(Math.max(0, TimeUnit.NANOSECONDS.convert(time)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(server + ": interrupted while waiting");
        }
        return switch (next) {
            case null -> new Received.Nothing();
            case Arrivals.Arrival.Whole(Received.Text text) -> {
                socket.request(1);
                yield text;
            }
            case Arrivals.Arrival.Whole(Received received) -> received;
            case Arrivals.Arrival.Failed(String sentence) ->
                    throw new IOException(server + ": " + sentence);
        };
    }

    @Override
    public void close(int code) {
        arrivals.end(new Arrivals.Arrival.Whole(new Received.Closed(code)));
        try {
            socket.sendClose(code, "").get(CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException _) {
            // Then the peer learns of it as of a broken connection.
        } finally {
            socket.abort();
        }
    }

    @Override
    public void close() {
        arrivals.end(new Arrivals.Arrival.Failed("closed"));
        socket.abort();
    }
}
