package dev.belay.simulators.discord;

import dev.belay.core.json.JsonObject;
import dev.belay.system.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What was written in each channel, without sockets.
///
/// - A nonce that is enforced makes one message of its author within the window, however often it
///   is sent.
/// - Ids grow, and say when they were given.
///
/// - **Threads:** any number.
final class Chat {
    private static final long EPOCH_MILLIS = 1_420_070_400_000L;
    private static final int TIME_SHIFT = 22;
    private static final int MESSAGES_MAX = 1_000_000;

    private final Clock clock;
    private final Duration nonceWindow;
    private final Map<String, Room> rooms = new LinkedHashMap<>();
    private final TreeMap<Long, Spoken> messages = new TreeMap<>();
    private final Map<String, Sent> byNonce = new LinkedHashMap<>();
    private final Map<String, Integer> createdByNonce = new LinkedHashMap<>();
    private long lastId;

    private record Sent(long id, Instant at) {}

    /// What became of a message that somebody sends.
    sealed interface Written {
        record Created(Spoken message) implements Written {}

        /// It was there already.
        record Known(Spoken message) implements Written {}

        /// It was there, and was deleted.
        record Deleted() implements Written {}
    }

    /// What somebody writes.
    ///
    /// @param isEnforced whether its nonce makes no second message
    record Draft(
            String channel,
            String author,
            String text,
            String nonce,
            boolean isEnforced,
            String replyTo,
            JsonObject more) {}

    Chat(Clock clock, Duration nonceWindow) {
        this.clock = clock;
        this.nonceWindow = nonceWindow;
    }

    synchronized void add(Room room) {
        rooms.put(room.id(), room);
    }

    synchronized Optional<Room> room(String id) {
        return Optional.ofNullable(rooms.get(id));
    }

    synchronized List<Room> rooms() {
        return List.copyOf(rooms.values());
    }

    /// The object that Discord has of a room, with its newest message.
    synchronized JsonObject json(Room room) {
        JsonObject.Builder json = JsonObject.builder();
        room.json().members().forEach(json::put);
        messages.descendingMap().values().stream()
                .filter(message -> message.channel().equals(room.id()))
                .findFirst()
                .ifPresent(message -> json.put("last_message_id", message.id()));
        return json.build();
    }

    synchronized Written write(Draft draft) {
        Instant now = clock.now();
        String key = draft.author() + " " + draft.nonce();
        Sent before = draft.isEnforced() ? byNonce.get(key) : null;
        if (before != null && before.at().plus(nonceWindow).isAfter(now)) {
            Spoken original = messages.get(before.id());
            return original == null ? new Written.Deleted() : new Written.Known(original);
        }
        if (messages.size() == MESSAGES_MAX) {
            throw new IllegalStateException("more than a million messages");
        }
        lastId = Math.max(lastId + 1, (now.toEpochMilli() - EPOCH_MILLIS) << TIME_SHIFT);
        Spoken created =
                new Spoken(
                        Long.toString(lastId),
                        draft.channel(),
                        draft.author(),
                        draft.text(),
                        draft.nonce(),
                        draft.replyTo(),
                        draft.more());
        messages.put(lastId, created);
        if (!draft.nonce().isEmpty()) {
            byNonce.put(key, new Sent(lastId, now));
            createdByNonce.merge(draft.nonce(), 1, Integer::sum);
        }
        return new Written.Created(created);
    }

    synchronized boolean delete(String id) {
        return id.matches("[0-9]{1,19}") && messages.remove(Long.valueOf(id)) != null;
    }

    synchronized Optional<Spoken> message(String id) {
        return id.matches("[0-9]{1,19}")
                ? Optional.ofNullable(messages.get(Long.valueOf(id)))
                : Optional.empty();
    }

    /// All messages of a channel, the oldest first.
    synchronized List<Spoken> messages(String channel) {
        return messages.values().stream()
                .filter(message -> message.channel().equals(channel))
                .toList();
    }

    /// The oldest messages of a channel behind an id, the newest first.
    synchronized List<Spoken> page(String channel, long after, int limit) {
        List<Spoken> page =
                messages.tailMap(after, false).values().stream()
                        .filter(message -> message.channel().equals(channel))
                        .limit(limit)
                        .toList();
        return new ArrayList<>(page).reversed();
    }

    /// How many messages each nonce has made. More than one is what a nonce is there to prevent.
    synchronized Map<String, Integer> createdByNonce() {
        return new LinkedHashMap<>(createdByNonce);
    }
}
