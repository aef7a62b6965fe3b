package dev.belay.system.local;

import dev.belay.system.WebSocket;
import dev.belay.system.WebSockets;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.WebSocketHandshakeException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// WebSockets by the JDK's own client, on the connections and threads of a [JdkHttp].
///
/// What the JDK says of a failure may hold bytes of the exchange, so that none of it goes on.
///
/// - **Threads:** any number.
/// - **Interrupt:** ends the connecting, as a failure, and stays set.
public final class JdkWebSockets implements WebSockets {
    private final JdkHttp http;

    /// Costs nothing until it is used.
    public JdkWebSockets(JdkHttp http) {
        this.http = http;
    }

    @Override
    public WebSocket connect(Request request) throws IOException {
        String server = server(request.uri());
        Arrivals arrivals = new Arrivals(request.messageMax());
        CompletableFuture<java.net.http.WebSocket> opening =
                http.client().newWebSocketBuilder().buildAsync(request.uri(), arrivals);
        boolean isOpen = false;
        try {
            long limit = TimeUnit.NANOSECONDS.convert(request.limit());
            java.net.http.WebSocket open = opening.get(limit, TimeUnit.NANOSECONDS);
            isOpen = true;
            return new JdkWebSocket(open, arrivals, request.limit(), server);
        } catch (TimeoutException _) {
            throw new IOException(
                    server + ": no connection in " + request.limit().toMillis() + " ms");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(server + ": interrupted while connecting");
        } catch (ExecutionException e) {
            throw new IOException(server + ": " + sentence(e.getCause()));
        } finally {
            if (!isOpen) {
                // One that opens too late is not left open.
                var _ = opening.thenAccept(java.net.http.WebSocket::abort);
            }
        }
    }

    private static String server(URI uri) {
        String scheme = uri.getScheme();
        boolean known = "ws".equalsIgnoreCase(scheme) || "wss".equalsIgnoreCase(scheme);
        if (!known || uri.getHost() == null) {
            throw new IllegalArgumentException("not the address of a WebSocket server");
        }
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }

    private static String sentence(@Nullable Throwable failure) {
        return failure instanceof WebSocketHandshakeException refused
                        && refused.getResponse() != null
                ? "it answered with status " + refused.getResponse().statusCode()
                : JdkHttp.sentence(failure);
    }
}
