package dev.belay.system.socket;

import dev.belay.system.socket.WebSocket.Received;
import java.net.ProtocolException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What came in on one connection and was not taken yet: one whole text at most, and how it ended.
///
/// - **Threads:** the JDK's, which put in, and one that takes.
final class Arrivals implements WebSocket.Listener {
    /// One thing to be taken.
    sealed interface Arrival {
        record Whole(Received received) implements Arrival {}

        record Failed(String sentence) implements Arrival {}
    }

    /// What the JDK calls a connection that ended without a close.
    private static final int CUT_OFF = 1006;

    static final String BROKE = "the connection broke";

    private final int messageMax;
    private final LinkedBlockingQueue<Arrival> waiting = new LinkedBlockingQueue<>();
    private StringBuilder text = new StringBuilder();

    Arrivals(int messageMax) {
        this.messageMax = messageMax;
    }

    /// What is next; null when nothing came in time. An end stays, to be taken again.
    @Nullable Arrival take(long nanos) throws InterruptedException {
        Arrival next = waiting.poll(nanos, TimeUnit.NANOSECONDS);
        boolean isText = next instanceof Arrival.Whole(Received.Text _);
        if (next != null && !isText) {
            waiting.add(next);
        }
        return next;
    }

    void end(Arrival how) {
        waiting.add(how);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
        if (part.length() > messageMax - text.length()) {
            fail(socket, "a text is longer than " + messageMax + " units");
            return null;
        }
        text.append(part);
        if (last) {
            waiting.add(new Arrival.Whole(new Received.Text(text.toString())));
            text = new StringBuilder();
        } else {
            socket.request(1);
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer part, boolean last) {
        fail(socket, "it sent what is no text");
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        waiting.add(
                code == CUT_OFF
                        ? new Arrival.Failed(BROKE)
                        : new Arrival.Whole(new Received.Closed(code)));
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        boolean isWrong =
                error instanceof ProtocolException || error.getCause() instanceof ProtocolException;
        waiting.add(
                new Arrival.Failed(isWrong ? "it does not speak as a WebSocket should" : BROKE));
    }

    private void fail(WebSocket socket, String sentence) {
        waiting.add(new Arrival.Failed(sentence));
        socket.abort();
    }
}
