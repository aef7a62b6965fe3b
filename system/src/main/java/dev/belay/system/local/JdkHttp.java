package dev.belay.system.local;

import dev.belay.system.Http;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// The network by the JDK's own client: HTTP/1.1, certificates verified, no redirect followed.
///
/// What the JDK says of a failure may hold bytes of the exchange, secrets among them, so that none
/// of it goes on, neither as text nor as a cause.
///
/// - **Threads:** any number. Connections are kept and shared.
/// - **Interrupt:** ends the exchange, as a failure, and stays set.
public final class JdkHttp implements Http.Streaming {
    private final Supplier<HttpClient.Builder> settings;
    private @Nullable HttpClient client;

    /// Trusts what the JDK trusts. Costs nothing until it is used.
    public JdkHttp() {
        this(HttpClient::newBuilder);
    }

    JdkHttp(Supplier<HttpClient.Builder> settings) {
        this.settings = settings;
    }

    private synchronized HttpClient client() {
        HttpClient made = client;
        if (made == null) {
            made =
                    settings.get()
                            .version(HttpClient.Version.HTTP_1_1)
                            .followRedirects(HttpClient.Redirect.NEVER)
                            .build();
            client = made;
        }
        return made;
    }

    @Override
    public Answer send(Request request) throws IOException {
        return exchange(request, _ -> new BoundedBody(request.bodyBytesMax()));
    }

    @Override
    public Answer stream(Request request, Lines lines) throws IOException {
        return exchange(
                request,
                head ->
                        head.statusCode() / 100 == 2
                                ? new LineBody(request.bodyBytesMax(), lines)
                                : new BoundedBody(request.bodyBytesMax()));
    }

    private Answer exchange(Request request, BodyHandler<byte[]> handler) throws IOException {
        String server = server(request.uri());
        HttpRequest translated = translate(request);
        CompletableFuture<HttpResponse<byte[]>> exchange = client().sendAsync(translated, handler);
        try {
            long limit = TimeUnit.NANOSECONDS.convert(request.limit());
            return answer(exchange.get(limit, TimeUnit.NANOSECONDS));
        } catch (TimeoutException _) {
            throw new IOException(
                    server + ": no whole answer in " + request.limit().toMillis() + " ms");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(server + ": interrupted before the whole answer");
        } catch (ExecutionException e) {
            throw failure(server, e.getCause());
        } finally {
            exchange.cancel(true); // Ends what still runs, and the connection with it.
        }
    }

    private static String server(URI uri) {
        String scheme = uri.getScheme();
        boolean http = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
        if (!http || uri.getHost() == null) {
            throw new IllegalArgumentException("not the address of a web server");
        }
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }

    private static HttpRequest translate(Request request) {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(request.uri())
                        .method(
                                request.method(),
                                request.body().isEmpty()
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(request.body()));
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            try {
                builder.header(header.getKey(), header.getValue());
            } catch (IllegalArgumentException _) {
                // The JDK's message holds the value.
                throw new IllegalArgumentException(
                        "the header " + header.getKey() + " cannot be sent");
            }
        }
        return builder.build();
    }

    private static Answer answer(HttpResponse<byte[]> response) {
        Map<String, List<String>> headers = new TreeMap<>();
        response.headers()
                .map()
                .forEach((name, values) ->
                        headers.computeIfAbsent(
                                        name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                                .addAll(values));
        String body = new String(response.body(), StandardCharsets.UTF_8);
        return new Answer(response.statusCode(), headers, body);
    }

    /// The certificate is looked at before the first byte of a request goes out.
    private static IOException failure(String server, @Nullable Throwable failure) {
        String message = server + ": " + sentence(failure);
        boolean isBefore =
                failure instanceof ConnectException
                        || (failure instanceof SSLException untrusted && isUntrusted(untrusted));
        return isBefore ? new Http.NotSent(message) : new IOException(message);
    }

    private static String sentence(@Nullable Throwable failure) {
        return switch (failure) {
            case TooLong tooLong -> tooLong.sentence();
            case ConnectException e when e.getCause() instanceof UnresolvedAddressException ->
                    "the host name is not known";
            case ConnectException _ -> "no connection could be made";
            case SSLException e when isUntrusted(e) -> "its certificate is not trusted";
            case SSLException _ -> "the TLS connection failed";
            case ProtocolException _ -> "the answer is not HTTP";
            case null, default -> "the connection ended before the whole answer";
        };
    }

    private static boolean isUntrusted(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof GeneralSecurityException) {
                return true;
            }
        }
        return false;
    }

    private static final class TooLong extends IOException {
        private final int bytesMax;

        TooLong(int bytesMax) {
            this.bytesMax = bytesMax;
        }

        String sentence() {
            return "the answer is longer than " + bytesMax + " bytes";
        }
    }

    /// Gathers a body, and gives up once it is longer than allowed.
    private static final class BoundedBody implements BodySubscriber<byte[]> {
        private final int bytesMax;
        private final BodySubscriber<byte[]> gathered = BodySubscribers.ofByteArray();
        private Flow.@Nullable Subscription subscription;
        private long bytes;

        BoundedBody(int bytesMax) {
            this.bytesMax = bytesMax;
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            return gathered.getBody();
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            gathered.onSubscribe(given);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            bytes += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
            if (bytes <= bytesMax) {
                gathered.onNext(buffers);
            } else {
                Objects.requireNonNull(subscription).cancel();
                gathered.onError(new TooLong(bytesMax));
            }
        }

        @Override
        public void onError(Throwable failure) {
            gathered.onError(failure);
        }

        @Override
        public void onComplete() {
            gathered.onComplete();
        }
    }

    /// Cuts a body into lines, and gives up once it is longer than allowed. What follows the last
    /// line end is a line, too.
    private static final class LineBody implements BodySubscriber<byte[]> {
        private final int bytesMax;
        private final Lines lines;
        private final CompletableFuture<byte[]> end = new CompletableFuture<>();
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private Flow.@Nullable Subscription subscription;
        private long bytes;

        LineBody(int bytesMax, Lines lines) {
            this.bytesMax = bytesMax;
            this.lines = lines;
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            return end;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                while (buffer.hasRemaining() && !end.isDone()) {
                    take(buffer.get());
                }
            }
        }

        private void take(byte next) {
            bytes++;
            if (bytes > bytesMax) {
                stop().completeExceptionally(new TooLong(bytesMax));
            } else if (next != '\n') {
                line.write(next);
            } else if (!show()) {
                stop().complete(new byte[0]);
            }
        }

        private boolean show() {
            String text = line.toString(StandardCharsets.UTF_8);
            line.reset();
            return lines.line(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
        }

        private CompletableFuture<byte[]> stop() {
            Objects.requireNonNull(subscription).cancel();
            return end;
        }

        @Override
        public void onError(Throwable failure) {
            end.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            if (line.size() > 0 && !end.isDone()) {
                show();
            }
            end.complete(new byte[0]);
        }
    }
}
