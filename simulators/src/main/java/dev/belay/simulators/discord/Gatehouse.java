package dev.belay.simulators.discord;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.simulators.wire.WebSocketListener.Peer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The gateway: sessions, their events, and what goes wrong with them.
///
/// - **Threads:** any number.
final class Gatehouse {
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(1 << 20);
    private static final int NO_SUCH_SEQUENCE = 4007;
    private static final int BAD_TOKEN = 4004;
    private static final int UNREADABLE = 4002;
    private static final int SESSIONS_MAX = 1_000;

    private final Chat chat;
    private final Duration heartbeat;
    private final Map<String, GatewaySession> sessions = new LinkedHashMap<>();
    private final Set<Peer> peers = new LinkedHashSet<>();
    private final Set<GatewayFault> pending = EnumSet.noneOf(GatewayFault.class);
    private final List<Integer> resumes = new ArrayList<>();
    private OptionalInt refusal = OptionalInt.empty();
    private OptionalInt cut = OptionalInt.empty();
    private int withheld;
    private int identified;
    private int beats;
    private String address = "";

    Gatehouse(Chat chat, Duration heartbeat) {
        this.chat = chat;
        this.heartbeat = heartbeat;
    }

    /// Where sessions are to be resumed.
    synchronized void resumeAt(String url) {
        address = url;
    }

    /// How many sessions have begun.
    synchronized int identified() {
        return identified;
    }

    /// The numbers from which sessions were resumed, in order.
    synchronized List<Integer> resumes() {
        return List.copyOf(resumes);
    }

    /// How many signs of life were given.
    synchronized int beats() {
        return beats;
    }

    /// How many clients are connected and have a session.
    synchronized int connected() {
        return (int) sessions.values().stream().filter(each -> each.peer().isPresent()).count();
    }

    /// Speaks with a client until it is gone.
    void visit(Peer peer) throws IOException {
        boolean isSilent;
        synchronized (this) {
            peers.add(peer);
            isSilent = pending.remove(GatewayFault.SILENT);
            cut.ifPresent(peer::cutAfter);
            cut = OptionalInt.empty();
        }
        try {
            if (!isSilent) {
                JsonObject hello =
                        JsonObject.builder()
                                .put("heartbeat_interval", heartbeat.toMillis())
                                .build();
                peer.send(word(10, hello));
            }
            boolean isOpen = true;
            while (isOpen) {
                Optional<String> text = peer.next();
                isOpen = text.isPresent() && hear(peer, text.get());
            }
        } finally {
            forget(peer);
        }
    }

    private synchronized void forget(Peer peer) {
        peers.remove(peer);
        sessions.values().stream().filter(each -> each.isOn(peer)).forEach(GatewaySession::leave);
    }

    private synchronized boolean hear(Peer peer, String text) throws IOException {
        JsonObject said;
        try {
            said =
                    JsonText.parse(text, LIMITS) instanceof JsonObject object
                            ? object
                            : JsonObject.of(Map.of());
        } catch (JsonSyntax _) {
            peer.close(UNREADABLE);
            return false;
        }
        JsonObject content =
                said.member("d").orElse(said) instanceof JsonObject object
                        ? object
                        : JsonObject.of(Map.of());
        return switch ((int) said.safeInteger("op").orElse(-1)) {
            case 1 -> {
                beats++;
                if (!pending.contains(GatewayFault.DEAF)) {
                    peer.send(word(11, JsonNull.NULL));
                }
                yield true;
            }
            case 2 -> identify(peer, content);
            case 6 -> resume(peer, content);
            default -> true;
        };
    }

    private boolean identify(Peer peer, JsonObject content) throws IOException {
        if (refusal.isPresent() || !isOurs(content)) {
            peer.close(refusal.orElse(BAD_TOKEN));
            refusal = OptionalInt.empty();
            return false;
        }
        if (sessions.size() == SESSIONS_MAX) {
            throw new IllegalStateException("more than 1000 sessions");
        }
        identified++;
        String id = HexFormat.of().toHexDigits(0x5e55_1000L + identified);
        GatewaySession session = new GatewaySession(id, peer);
        sessions.put(id, session);
        JsonObject user =
                JsonObject.builder()
                        .put("id", FakeDiscord.BOT)
                        .put("username", "belay")
                        .put("bot", true)
                        .build();
        JsonObject ready =
                JsonObject.builder()
                        .put("v", 10)
                        .put("user", user)
                        .put("session_id", id)
                        .put("resume_gateway_url", address)
                        .build();
        session.send(session.keep("READY", ready));
        session.send(session.keep("GUILD_CREATE", guild()));
        return true;
    }

    private JsonObject guild() {
        List<JsonValue> channels = new ArrayList<>();
        List<JsonValue> threads = new ArrayList<>();
        for (Room room : chat.rooms()) {
            if (!room.guild().isEmpty()) {
                (room.isThread() ? threads : channels).add(chat.json(room));
            }
        }
        return JsonObject.builder()
                .put("id", FakeDiscord.GUILD)
                .put("channels", new JsonArray(channels))
                .put("threads", new JsonArray(threads))
                .build();
    }

    private boolean resume(Peer peer, JsonObject content) throws IOException {
        int number = (int) content.safeInteger("seq").orElse(0);
        resumes.add(number);
        GatewaySession session = sessions.get(content.string("session_id").orElse(""));
        if (!isOurs(content)) {
            peer.close(BAD_TOKEN);
            return false;
        }
        if (session == null) {
            peer.send(word(9, JsonBoolean.FALSE));
            return true;
        }
        if (number < 0 || number > session.last()) {
            peer.close(NO_SUCH_SEQUENCE);
            return false;
        }
        session.resume(peer, number);
        session.send(session.keep("RESUMED", JsonObject.of(Map.of())));
        return true;
    }

    private static boolean isOurs(JsonObject content) {
        return content.string("token").filter(FakeDiscord.TOKEN::equals).isPresent();
    }

    /// Tells all sessions of an event, with whatever goes wrong with the next one.
    synchronized void dispatch(String name, JsonObject content) {
        boolean isWithheld = withheld > 0;
        boolean isTwice = !isWithheld && pending.remove(GatewayFault.DUPLICATE);
        boolean isSwapped = !isWithheld && pending.remove(GatewayFault.SWAP);
        boolean isPoison = pending.remove(GatewayFault.POISON);
        withheld = Math.max(0, withheld - 1);
        for (GatewaySession session : sessions.values()) {
            String text = isPoison ? session.keepPoison() : session.keep(name, content);
            if (isWithheld) {
                continue;
            }
            if (isSwapped) {
                session.hold(text);
                continue;
            }
            session.send(text);
            if (isTwice) {
                session.send(text);
            }
        }
    }

    /// Carries out an order.
    synchronized void order(String text) {
        GatewayFault.Order order = GatewayFault.parse(text);
        switch (order.fault()) {
            case DROP -> peers.forEach(Peer::drop);
            case CLOSE -> all(peer -> peer.close(order.number()));
            case RECONNECT -> all(peer -> peer.send(word(7, JsonNull.NULL)));
            case INVALID ->
                    all(peer -> peer.send(word(9, JsonBoolean.of(order.value().equals("true")))));
            case EXPIRE -> sessions.clear();
            case CUT -> cut = OptionalInt.of(order.number());
            case DEAF, DUPLICATE, SWAP, SILENT, POISON -> pending.add(order.fault());
            case HEAR -> pending.remove(GatewayFault.DEAF);
            case WITHHOLD -> withheld = order.number();
            case TEXT -> all(peer -> peer.send(order.value()));
            case BYTES -> all(peer -> peer.raw(HexFormat.of().parseHex(order.value())));
            case REFUSE -> refusal = OptionalInt.of(order.number());
            case BEAT -> all(peer -> peer.send(word(1, JsonNull.NULL)));
        }
    }

    private interface Saying {
        void to(Peer peer) throws IOException;
    }

    private void all(Saying saying) {
        for (Peer peer : List.copyOf(peers)) {
            try {
                saying.to(peer);
            } catch (IOException _) {
                peers.remove(peer);
            }
        }
    }

    private static String word(int code, JsonValue content) {
        return JsonText.print(
                JsonObject.builder()
                        .put("op", code)
                        .put("d", content)
                        .put("s", JsonNull.NULL)
                        .put("t", JsonNull.NULL)
                        .build());
    }
}
