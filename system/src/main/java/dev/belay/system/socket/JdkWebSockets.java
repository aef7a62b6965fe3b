package dev.belay.system.socket;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocketHandshakeException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// WebSockets by the JDK's own client, certificates verified.
///
/// What the JDK says of a failure may hold bytes of the exchange, so that none of it goes on.
///
/// - **Threads:** any number.
/// - **Interrupt:** ends the connecting, as a failure, and stays set.
public final class JdkWebSockets implements WebSockets {
    private @Nullable HttpClient client;

    /// Trusts what the JDK trusts. Costs nothing until it is used.
    public JdkWebSockets() {}

    private synchronized HttpClient client() {
        HttpClient made = client;
        if (made == null) {
            made = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            client = made;
        }
        return made;
    }

    @Override
    public WebSocket connect(Request request) throws IOException {
        String server = server(request.uri());
        Arrivals arrivals = new Arrivals(request.messageMax());
        CompletableFuture<java.net.http.WebSocket> opening =
                client().newWebSocketBuilder().buildAsync(request.uri(), arrivals);
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
        return switch (failure) {
            case WebSocketHandshakeException e when e.getResponse() != null ->
                    "it answered with status " + e.getResponse().statusCode();
            case ConnectException e when e.getCause() instanceof UnresolvedAddressException ->
                    "the host name is not known";
            case ConnectException _ -> "no connection could be made";
            case SSLException _ -> "the TLS connection failed";
            case null, default -> "the connection ended before it was open";
        };
    }
}
