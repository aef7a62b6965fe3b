package dev.belay.simulators.discord;

import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.simulators.wire.WebSocketListener.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One session of a client: its events by number, and the connection it has now, if any.
///
/// - **Threads:** one at a time.
final class GatewaySession {
    private static final int EVENTS_MAX = 100_000;

    private final String id;
    private final List<String> events = new ArrayList<>();
    private Optional<Peer> peer;
    private Optional<String> held = Optional.empty();

    GatewaySession(String id, Peer peer) {
        this.id = id;
        this.peer = Optional.of(peer);
    }

    String id() {
        return id;
    }

    int last() {
        return events.size();
    }

    boolean isOn(Peer other) {
        return peer.filter(mine -> mine == other).isPresent();
    }

    Optional<Peer> peer() {
        return peer;
    }

    void leave() {
        peer = Optional.empty();
    }

    /// Goes on at another connection, with everything behind an event.
    void resume(Peer other, int after) throws IOException {
        peer = Optional.of(other);
        for (String event : events.subList(after, events.size())) {
            other.send(event);
        }
    }

    /// Numbers an event and keeps it.
    String keep(String name, JsonObject content) {
        if (events.size() == EVENTS_MAX) {
            throw new IllegalStateException("more than 100000 events of a session");
        }
        String text =
                JsonText.print(
                        JsonObject.builder()
                                .put("op", 0)
                                .put("s", events.size() + 1)
                                .put("t", name)
                                .put("d", content)
                                .build());
        events.add(text);
        return text;
    }

    /// Keeps, in the place of an event, something that nobody can read.
    String keepPoison() {
        events.add("{");
        return "{";
    }

    /// Sends behind whatever is sent next.
    void hold(String text) {
        held = Optional.of(text);
    }

    /// Sends to the client, where it is connected.
    void send(String text) {
        if (peer.isEmpty()) {
            return;
        }
        try {
            peer.get().send(text);
            if (held.isPresent()) {
                peer.get().send(held.get());
                held = Optional.empty();
            }
        } catch (IOException _) {
            leave();
        }
    }
}
