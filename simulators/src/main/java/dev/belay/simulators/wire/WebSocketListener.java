package dev.belay.simulators.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The server's end of WebSockets (RFC 6455), as much of it as a stand-in needs: text, pings, and
/// closes, on the loopback address alone.
///
/// - **Threads:** any number; each connection has a virtual one.
public final class WebSocketListener implements AutoCloseable {
    private static final int BACKLOG = 50;

    private final ServerSocket listener;
    private final Visitor visitor;
    private final Set<Peer> peers = ConcurrentHashMap.newKeySet();

    /// Whoever speaks with the clients.
    public interface Visitor {
        /// Speaks with one, until it is gone or enough was said; then the connection is closed.
        void visit(Peer peer) throws IOException;
    }

    private WebSocketListener(ServerSocket listener, Visitor visitor) {
        this.listener = listener;
        this.visitor = visitor;
    }

    /// Begins to listen.
    ///
    /// @param port 0 for any that is free
    public static WebSocketListener start(int port, Visitor visitor) throws IOException {
        WebSocketListener started =
                new WebSocketListener(
                        new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress()), visitor);
        Thread.ofVirtual().start(started::accept);
        return started;
    }

    public int port() {
        return listener.getLocalPort();
    }

    /// Closes all connections, and accepts no more.
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException _) {
            // It accepts no more in any case.
        }
        peers.forEach(Peer::drop);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException _) {
            return; // Closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            Peer peer = new Peer(socket);
            peers.add(peer);
            try {
                peer.open();
                visitor.visit(peer);
            } finally {
                peers.remove(peer);
            }
        } catch (IOException _) {
            return; // The client has gone.
        }
    }

    /// A client, as its server sees it.
    ///
    /// - **Threads:** one that reads, and any number that write.
    public static final class Peer {
        private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
        private static final Pattern KEY =
                Pattern.compile("(?im)^sec-websocket-key:[ \\t]*([A-Za-z0-9+/=]+)[ \\t]*$");
        private static final int HEAD_MAX = 16_384;
        private static final int PAYLOAD_MAX = 1 << 20;

        private static final int LAST = 0x80;
        private static final int TEXT = 1;
        private static final int CLOSE = 8;
        private static final int PING = 9;
        private static final int PONG = 10;
        private static final int MASKED = 0x80;
        private static final int SHORT_LENGTH = 126;
        private static final int LONG_LENGTH = 127;

        private final Socket socket;
        private final DataInputStream in;
        private final OutputStream out;
        private long left = Long.MAX_VALUE;

        private Peer(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            this.out = socket.getOutputStream();
        }

        private void open() throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                if (head.length() == HEAD_MAX) {
                    throw new IOException("the head of a request is too long");
                }
                head.append((char) in.readUnsignedByte());
            }
            Matcher key = KEY.matcher(head.toString().replace("\r", ""));
            if (!key.find()) {
                raw("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".getBytes(ISO_8859_1));
                throw new IOException("no WebSocket is asked for");
            }
            String answer =
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                            + "Connection: Upgrade\r\nSec-WebSocket-Accept: "
                            + accepted(key.group(1))
                            + "\r\n\r\n";
            raw(answer.getBytes(ISO_8859_1));
        }

        private static String accepted(String key) {
            try {
                byte[] digest =
                        MessageDigest.getInstance("SHA-1")
                                .digest((key + GUID).getBytes(ISO_8859_1));
                return Base64.getEncoder().encodeToString(digest);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-1", e);
            }
        }

        /// The next text; empty when the client has closed in order.
        ///
        /// @throws IOException when it has gone without a word, or says what it should not
        public Optional<String> next() throws IOException {
            while (true) {
                int first = in.readUnsignedByte();
                byte[] content = content();
                switch (first & 0x0f) {
                    case TEXT -> {
                        return Optional.of(new String(content, UTF_8));
                    }
                    case PING -> frame(LAST | PONG, content);
                    case PONG -> {}
                    case CLOSE -> {
                        return Optional.empty();
                    }
                    default -> throw new IOException("a frame of no known kind");
                }
            }
        }

        private byte[] content() throws IOException {
            int second = in.readUnsignedByte();
            long length = second & ~MASKED;
            if (length == SHORT_LENGTH) {
                length = in.readUnsignedShort();
            } else if (length == LONG_LENGTH) {
                length = in.readLong();
            }
            if ((second & MASKED) == 0 || length < 0 || length > PAYLOAD_MAX) {
                throw new IOException("a frame that no client may send");
            }
            byte[] mask = in.readNBytes(Integer.BYTES);
            byte[] content = in.readNBytes((int) length);
            if (content.length < length) {
                throw new IOException("half a frame");
            }
            for (int i = 0; i < content.length; i++) {
                content[i] ^= mask[i % mask.length];
            }
            return content;
        }

        /// Sends a text.
        public void send(String text) throws IOException {
            frame(LAST | TEXT, text.getBytes(UTF_8));
        }

        /// Says that we close, and closes.
        public void close(int code) throws IOException {
            frame(LAST | CLOSE, new byte[] {(byte) (code >> Byte.SIZE), (byte) code});
            socket.shutdownOutput();
        }

        /// Closes without a word.
        public void drop() {
            try {
                socket.close();
            } catch (IOException _) {
                return; // It is gone in any case.
            }
        }

        private void frame(int first, byte[] content) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(content.length + Short.SIZE);
            bytes.write(first);
            if (content.length < SHORT_LENGTH) {
                bytes.write(content.length);
            } else if (content.length < 1 << Short.SIZE) {
                bytes.write(SHORT_LENGTH);
                bytes.write(content.length >> Byte.SIZE);
                bytes.write(content.length);
            } else {
                bytes.write(LONG_LENGTH);
                bytes.write(ByteBuffer.allocate(Long.BYTES).putLong(content.length).array());
            }
            bytes.write(content);
            raw(bytes.toByteArray());
        }

        /// Sends bytes as they are.
        public synchronized void raw(byte[] bytes) throws IOException {
            int length = (int) Math.min(left, bytes.length);
            out.write(bytes, 0, length);
            out.flush();
            left -= length;
            if (length < bytes.length) {
                socket.close();
                throw new IOException("cut off");
            }
        }

        /// The connection ends once so many more bytes were sent.
        public synchronized void cutAfter(long bytes) {
            left = bytes;
        }
    }
}
