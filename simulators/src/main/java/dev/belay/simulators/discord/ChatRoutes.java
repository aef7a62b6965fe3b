package dev.belay.simulators.discord;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.simulators.fault.Reply;
import dev.belay.simulators.wire.Request;
import dev.belay.system.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What Discord's REST does when nothing goes wrong.
final class ChatRoutes {
    private static final Pattern CHANNEL = Pattern.compile("/channels/([0-9]{1,20})(/.*)?");
    private static final int TEXT_MAX = 2_000;
    private static final int NONCE_MAX = 25;
    private static final int PAGE_MAX = 100;
    private static final int PAGE_USUAL = 50;
    private static final int MILLIS = 1_000;

    private final Chat chat;
    private final Gatehouse gatehouse;
    private final FakeDiscordOptions options;
    private final Clock clock;
    private final Map<String, Bucket> buckets = new HashMap<>();
    private String gateway = "";

    /// How many requests of a channel are left.
    private record Bucket(int left, Duration resetAt) {}

    ChatRoutes(Chat chat, Gatehouse gatehouse, FakeDiscordOptions options, Clock clock) {
        this.chat = chat;
        this.gatehouse = gatehouse;
        this.options = options;
        this.clock = clock;
    }

    /// Where the gateway is.
    void gatewayAt(String url) {
        gateway = url;
    }

    Reply answer(Request request) {
        if (!request.header("authorization").equals("Bot " + FakeDiscord.TOKEN)) {
            return error(401, 0, "401: Unauthorized");
        }
        if (request.is("GET", "/gateway/bot")) {
            return gateway();
        }
        if (request.is("GET", "/users/@me")) {
            return Reply.json(200, JsonObject.builder().put("id", FakeDiscord.BOT).build());
        }
        if (request.is("GET", "/users/@me/guilds")) {
            JsonObject guild = JsonObject.builder().put("id", FakeDiscord.GUILD).build();
            return list(List.of(guild));
        }
        if (request.is("GET", "/guilds/" + FakeDiscord.GUILD + "/threads/active")) {
            return threads();
        }
        Matcher path = CHANNEL.matcher(request.path());
        if (!path.matches()) {
            return error(404, 0, "404: Not Found");
        }
        Optional<Room> room = chat.room(path.group(1));
        if (room.isEmpty()) {
            return error(404, 10003, "Unknown Channel");
        }
        String below = path.group(2) == null ? "" : path.group(2);
        return switch (request.method() + " " + below) {
            case "GET " -> Reply.json(200, chat.json(room.get()));
            case "GET /messages" -> history(request, room.get());
            case "POST /messages" -> limited(request, room.get());
            case "POST /typing" -> Reply.text(204, "text/plain", "");
            default -> error(404, 0, "404: Not Found");
        };
    }

    private Reply gateway() {
        int left = Math.max(0, options.sessionStarts() - gatehouse.identified());
        JsonObject limit =
                JsonObject.builder()
                        .put("total", options.sessionStarts())
                        .put("remaining", left)
                        .put("reset_after", MILLIS)
                        .put("max_concurrency", 1)
                        .build();
        return Reply.json(
                200,
                JsonObject.builder()
                        .put("url", gateway)
                        .put("shards", 1)
                        .put("session_start_limit", limit)
                        .build());
    }

    private Reply history(Request request, Room room) {
        String after = request.parameter("after");
        String asked = request.parameter("limit");
        long from = after.matches("[0-9]{1,19}") ? Long.parseLong(after) : 0;
        int limit =
                asked.matches("[0-9]{1,4}")
                        ? Math.clamp(Integer.parseInt(asked), 1, PAGE_MAX)
                        : PAGE_USUAL;
        List<JsonValue> page =
                chat.page(room.id(), from, limit).stream()
                        .<JsonValue>map(message -> message.json(FakeDiscord.BOT))
                        .toList();
        return list(page);
    }

    private Reply threads() {
        List<JsonValue> threads =
                chat.rooms().stream().filter(Room::isThread).<JsonValue>map(chat::json).toList();
        return Reply.json(200, JsonObject.builder().put("threads", new JsonArray(threads)).build());
    }

    private static Reply list(List<JsonValue> elements) {
        return Reply.text(200, "application/json", JsonText.print(new JsonArray(elements)));
    }

    private Reply limited(Request request, Room room) {
        if (options.bucket() == 0) {
            return write(request, room);
        }
        Bucket bucket = take(room.id());
        if (bucket.left() >= 0) {
            return told(write(request, room), bucket);
        }
        double wait = (double) left(bucket).toMillis() / MILLIS;
        JsonObject body =
                JsonObject.builder()
                        .put("message", "You are being rate limited.")
                        .put("retry_after", new JsonNumber(Double.toString(wait)))
                        .put("global", false)
                        .build();
        return told(Reply.json(429, body), bucket)
                .with("X-RateLimit-Scope", "user")
                .with("Retry-After", Long.toString((long) Math.ceil(wait)));
    }

    private synchronized Bucket take(String channel) {
        Duration now = clock.elapsed();
        Bucket before = buckets.get(channel);
        Bucket bucket =
                before == null || before.resetAt().compareTo(now) <= 0
                        ? new Bucket(options.bucket(), now.plus(options.bucketReset()))
                        : before;
        Bucket taken = new Bucket(bucket.left() - 1, bucket.resetAt());
        buckets.put(channel, new Bucket(Math.max(0, taken.left()), bucket.resetAt()));
        return taken;
    }

    private Duration left(Bucket bucket) {
        Duration left = bucket.resetAt().minus(clock.elapsed());
        return left.isNegative() ? Duration.ZERO : left;
    }

    private Reply told(Reply reply, Bucket bucket) {
        return reply.with("X-RateLimit-Bucket", "messages")
                .with("X-RateLimit-Limit", Integer.toString(options.bucket()))
                .with("X-RateLimit-Remaining", Integer.toString(Math.max(0, bucket.left())))
                .with(
                        "X-RateLimit-Reset-After",
                        Double.toString((double) left(bucket).toMillis() / MILLIS));
    }

    private Reply write(Request request, Room room) {
        JsonObject body;
        try {
            body =
                    JsonText.parse(request.body(), JsonLimits.ofBytes(1 << 20))
                                    instanceof JsonObject object
                            ? object
                            : JsonObject.of(Map.of());
        } catch (JsonSyntax _) {
            return error(400, 50109, "The request body contains invalid JSON.");
        }
        String text = body.string("content").orElse("");
        String nonce = nonce(body);
        if (text.isBlank()) {
            return error(400, 50006, "Cannot send an empty message");
        }
        if (text.codePointCount(0, text.length()) > TEXT_MAX || nonce.length() > NONCE_MAX) {
            return error(400, 50035, "Invalid Form Body");
        }
        JsonObject reference =
                body.member("message_reference").orElse(null) instanceof JsonObject object
                        ? object
                        : JsonObject.of(Map.of());
        String replyTo = reference.string("message_id").orElse("");
        boolean isThere = replyTo.isEmpty() || chat.message(replyTo).isPresent();
        if (!isThere && !isFalse(reference, "fail_if_not_exists")) {
            return error(404, 10008, "Unknown Message");
        }
        return written(
                chat.write(
                        new Chat.Draft(
                                room.id(),
                                FakeDiscord.BOT,
                                text,
                                nonce,
                                !nonce.isEmpty() && isTrue(body, "enforce_nonce"),
                                isThere ? replyTo : "",
                                JsonObject.of(Map.of()))),
                room);
    }

    private Reply written(Chat.Written written, Room room) {
        return switch (written) {
            case Chat.Written.Created(Spoken message) -> {
                announce(message, room);
                yield Reply.json(200, message.json(FakeDiscord.BOT));
            }
            case Chat.Written.Known(Spoken message) ->
                    Reply.json(200, message.json(FakeDiscord.BOT));
            case Chat.Written.Deleted _ -> error(404, 10008, "Unknown Message");
        };
    }

    /// Tells the gateway of a message.
    void announce(Spoken message, Room room) {
        Map<String, JsonValue> event = new HashMap<>(message.json(FakeDiscord.BOT).members());
        if (!room.guild().isEmpty()) {
            event.put("guild_id", new JsonString(room.guild()));
        }
        gatehouse.dispatch("MESSAGE_CREATE", JsonObject.of(event));
    }

    private static String nonce(JsonObject body) {
        return switch (body.member("nonce").orElse(body)) {
            case JsonString(String text) -> text;
            case JsonNumber(String literal) -> literal;
            case JsonObject _, JsonArray _, JsonBoolean _, JsonNull _ -> "";
        };
    }

    private static boolean isTrue(JsonObject object, String name) {
        return object.member(name).orElse(object) == JsonBoolean.TRUE;
    }

    private static boolean isFalse(JsonObject object, String name) {
        return object.member(name).orElse(object) == JsonBoolean.FALSE;
    }

    /// Discord's object of an error.
    static Reply error(int status, int code, String message) {
        return Reply.json(
                status, JsonObject.builder().put("message", message).put("code", code).build());
    }
}
