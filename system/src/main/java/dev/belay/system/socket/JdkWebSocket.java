package dev.belay.system.socket;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// One open connection.
final class JdkWebSocket implements WebSocket {
    /// A peer that reads nothing must not keep us from closing.
    private static final long CLOSE_MILLIS_MAX = 1_000;

    /// After so much silence it is tried whether the peer is still there.
    private static final long SILENCE_NANOS = 1_000_000_000;

    /// The first write to a peer that is gone is answered by a reset, the second fails for the JDK
    /// alone, the third tells us.
    private static final int PROBES = 3;

    private final java.net.http.WebSocket socket;
    private final Arrivals arrivals;
    private final Duration limit;
    private final String server;

    /// How often to try before the next text; of the thread that receives.
    private int probes = PROBES;

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
            next = take(Math.max(0, TimeUnit.NANOSECONDS.convert(time)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(server + ": interrupted while waiting");
        }
        return switch (next) {
            case null -> new Received.Nothing();
            case Arrivals.Arrival.Whole(Received.Text text) -> {
                probes = PROBES;
                socket.request(1);
                yield text;
            }
            case Arrivals.Arrival.Whole(Received received) -> received;
            case Arrivals.Arrival.Failed(String sentence) ->
                    throw new IOException(server + ": " + sentence);
        };
    }

    private Arrivals.@Nullable Arrival take(long nanos) throws InterruptedException {
        long left = nanos;
        while (probes > 0 && left > SILENCE_NANOS) {
            Arrivals.Arrival next = arrivals.take(SILENCE_NANOS);
            if (next != null) {
                return next;
            }
            left -= SILENCE_NANOS;
            probe();
        }
        return arrivals.take(left);
    }

    /// The JDK forgets that a peer has closed, where it learns of it after a text and before more
    /// is asked for. An unasked pong (RFC 6455, 5.5.3) is answered by nobody, but fails.
    private void probe() {
        probes--;
        var _ =
                socket.sendPong(ByteBuffer.allocate(0))
                        .whenComplete((_, failure) -> {
                            if (failure != null) {
                                arrivals.end(new Arrivals.Arrival.Failed(Arrivals.BROKE));
                            }
                        });
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
