package dev.belay.system.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.belay.system.Http;
import dev.belay.system.Http.Request;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.FutureTask;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who may be spoken to over TLS. The server's certificate is its own, for `localhost` alone.
class JdkHttpTlsTest {
    private static final char[] PASSWORD = "password".toCharArray();

    private static SSLContext identity;
    private static HttpsServer server;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        identity = identity(directory.resolve("keys.p12"));
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(identity));
        server.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        server.start();
    }

    @AfterAll
    static void stop() {
        server.stop(0);
    }

    private static SSLContext identity(Path keys) throws Exception {
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "server",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "SAN=dns:localhost",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                new String(PASSWORD),
                                "-keystore",
                                keys.toString())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(keytool.getInputStream().readAllBytes(), UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream input = Files.newInputStream(keys)) {
            store.load(input, PASSWORD);
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", store.getCertificate("server"));
        KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
        own.init(store, PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private static Request get(String scheme, String host, int port) {
        URI uri = URI.create(scheme + "://" + host + ":" + port + "/");
        return new Request("GET", uri, Map.of(), "", Duration.ofSeconds(60), 100);
    }

    private static IOException failure(Http http, Request request) {
        IOException failure = catchThrowableOfType(IOException.class, () -> http.send(request));
        assertThat(failure).isNotNull();
        return failure;
    }

    private static int port() {
        return server.getAddress().getPort();
    }

    @Test
    void a_certificate_that_nobody_vouches_for_is_refused() {
        assertThat(failure(new JdkHttp(), get("https", "localhost", port())))
                .isInstanceOf(Http.NotSent.class)
                .hasMessage("localhost:" + port() + ": its certificate is not trusted");
    }

    @Test
    void a_certificate_for_another_name_is_refused() {
        Http http = new JdkHttp(() -> HttpClient.newBuilder().sslContext(identity));

        assertThat(failure(http, get("https", "127.0.0.1", port())))
                .hasMessage("127.0.0.1:" + port() + ": its certificate is not trusted");
    }

    @Test
    void a_trusted_certificate_of_the_right_name_is_accepted() throws IOException {
        Http http = new JdkHttp(() -> HttpClient.newBuilder().sslContext(identity));

        assertThat(http.send(get("https", "localhost", port())).status()).isEqualTo(200);
    }

    @Test
    void a_server_without_tls_is_refused() throws Exception {
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FutureTask<Void> server =
                    new FutureTask<>(() -> {
                        try (Socket socket = plain.accept()) {
                            socket.getOutputStream().write("220 hello\r\n".getBytes(UTF_8));
                        }
                        return null;
                    });
            Thread.ofPlatform().daemon().start(server);

            assertThat(failure(new JdkHttp(), get("https", "127.0.0.1", plain.getLocalPort())))
                    .hasMessage("127.0.0.1:" + plain.getLocalPort() + ": the TLS connection failed")
                    .hasNoCause();
        }
    }
}
