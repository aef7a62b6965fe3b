package dev.belay.system.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A server that answers with whatever bytes a test wants.
final class RawServer implements AutoCloseable {
    /// What happens once the head of a request was read.
    interface Script {
        void answer(Socket socket, OutputStream output) throws IOException;
    }

    private final ServerSocket listener;
    private final Script script;
    private final AtomicInteger requests = new AtomicInteger();

    /// Opens when a script could not go on, because the client had gone.
    private final CountDownLatch clientGone = new CountDownLatch(1);

    private RawServer(Script script) throws IOException {
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.script = script;
    }

    static RawServer start(Script script) throws IOException {
        RawServer server = new RawServer(script);
        Thread.ofPlatform().daemon().start(server::accept);
        return server;
    }

    /// A script that writes this text and closes.
    static Script says(String text) {
        return (_, output) -> output.write(text.getBytes(StandardCharsets.UTF_8));
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort() + path);
    }

    int requests() {
        return requests.get();
    }

    CountDownLatch clientGone() {
        return clientGone;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                Thread.ofPlatform().daemon().start(() -> serve(socket));
            }
        } catch (IOException _) {
            return; // Closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            while (readHead(socket.getInputStream())) {
                requests.incrementAndGet();
                script.answer(socket, socket.getOutputStream());
                if (socket.isClosed() || !isKeptAlive()) {
                    return;
                }
            }
        } catch (IOException _) {
            clientGone.countDown();
        }
    }

    private boolean keptAlive;

    /// Lets a connection serve more than one request.
    RawServer keepingAlive() {
        keptAlive = true;
        return this;
    }

    private boolean isKeptAlive() {
        return keptAlive;
    }

    private static boolean readHead(InputStream input) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = input.read();
            if (next < 0) {
                return false;
            }
            head.append((char) next);
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
