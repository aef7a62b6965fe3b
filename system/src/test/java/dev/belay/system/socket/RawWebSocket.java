package dev.belay.system.socket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/// A server of one kind of WebSocket connection, which then does whatever a test wants.
final class RawWebSocket implements AutoCloseable {
    /// What happens once the connection is open.
    interface Script {
        void run(Peer peer) throws Exception;
    }

    private final ServerSocket listener;
    private final Script script;
    private final boolean isOpening;

    private RawWebSocket(Script script, boolean isOpening) throws IOException {
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.script = script;
        this.isOpening = isOpening;
    }

    static RawWebSocket start(Script script) throws IOException {
        return start(new RawWebSocket(script, true));
    }

    /// One that has only read what is asked of it when the script begins.
    static RawWebSocket startUnopened(Script script) throws IOException {
        return start(new RawWebSocket(script, false));
    }

    private static RawWebSocket start(RawWebSocket server) {
        Thread.ofPlatform().daemon().start(server::accept);
        return server;
    }

    URI uri() {
        return URI.create("ws://127.0.0.1:" + listener.getLocalPort() + "/?token=secret");
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
            Peer peer = new Peer(socket);
            String head = peer.head();
            if (isOpening) {
                peer.open(head);
            }
            script.run(peer);
        } catch (Exception _) {
            return; // The client has gone, which it shows itself.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    /// A frame that came in.
    record Frame(int opcode, String content) {}

    /// The client, as the server sees it.
    static final class Peer {
        private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

        private final Socket socket;
        private final DataInputStream in;
        private final OutputStream out;

        private Peer(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new DataInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
        }

        private String head() throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.readUnsignedByte());
            }
            return head.toString();
        }

        private void open(String head) throws IOException, NoSuchAlgorithmException {
            String key = head.replaceAll("(?is).*sec-websocket-key: *([^\r]*).*", "$1");
            byte[] digest =
                    MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(ISO_8859_1));
            out.write(
                    ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                                    + "Connection: Upgrade\r\nSec-WebSocket-Accept: "
                                    + Base64.getEncoder().encodeToString(digest)
                                    + "\r\n\r\n")
                            .getBytes(ISO_8859_1));
        }

        /// Sends one frame.
        ///
        /// @param first the first byte: 0x80 for the last of a message, and the opcode
        /// @param content at most 65535 bytes
        void frame(int first, byte[] content) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(first);
            if (content.length < 126) {
                bytes.write(content.length);
            } else {
                bytes.write(126);
                bytes.write(content.length >> 8);
                bytes.write(content.length);
            }
            bytes.write(content);
            raw(bytes.toByteArray());
        }

        void raw(byte... bytes) throws IOException {
            out.write(bytes);
            out.flush();
        }

        /// The next frame of the client, unmasked.
        Frame next() throws IOException {
            int opcode = in.readUnsignedByte() & 0x0f;
            int length = in.readUnsignedByte() & 0x7f;
            if (length == 126) {
                length = in.readUnsignedShort();
            }
            byte[] mask = in.readNBytes(4);
            byte[] content = in.readNBytes(length);
            for (int i = 0; i < content.length; i++) {
                content[i] ^= mask[i % 4];
            }
            return new Frame(opcode, new String(content, ISO_8859_1));
        }

        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }
}
