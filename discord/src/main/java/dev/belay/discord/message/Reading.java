package dev.belay.discord.message;

import dev.belay.connector.Snowflake;
import dev.belay.connector.turn.Incoming;
import dev.belay.connector.turn.Incoming.Trait;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a message object says.
public final class Reading {
    /// A message that somebody typed, and one that is a reply.
    private static final Set<Long> TEXT_TYPES = Set.of(0L, 19L);

    private static final long UNKNOWN_TYPE = -1;

    private Reading() {}

    /// The message that came as an event; empty where it has nothing that can be used.
    ///
    /// @param self our own id
    public static Optional<Incoming> live(JsonObject message, String self, Places places) {
        return id(message, "channel_id")
                .flatMap(channel -> of(message, self, places.written(message, channel)));
    }

    /// The message; empty where it has nothing that can be used.
    public static Optional<Incoming> of(JsonObject message, String self, Where where) {
        Optional<String> id = id(message, "id");
        JsonObject author = object(message, "author");
        Optional<String> authorId = id(author, "id");
        if (id.isEmpty() || authorId.isEmpty()) {
            return Optional.empty();
        }
        Set<Trait> traits = EnumSet.noneOf(Trait.class);
        put(traits, Trait.BY_US, authorId.get().equals(self));
        put(traits, Trait.BY_MACHINE, isMachine(message, author));
        put(traits, Trait.NO_TEXT_MESSAGE, !TEXT_TYPES.contains(type(message)));
        put(traits, Trait.MENTIONS_US, mentions(message, self));
        put(traits, Trait.REPLIES_TO_US, isReplyTo(message, self));
        put(traits, Trait.DIRECT, where.isDirect());
        return Optional.of(
                new Incoming(
                        id.get(),
                        where.place(),
                        authorId.get(),
                        Set.copyOf(traits),
                        message.string("content").orElse("")));
    }

    /// What it was sent with; empty for nothing.
    public static String nonce(JsonObject message) {
        return switch (message.member("nonce").orElse(message)) {
            case JsonString(String text) -> text;
            case JsonNumber(String literal) -> literal;
            case JsonObject _, JsonArray _, JsonBoolean _, JsonNull _ -> "";
        };
    }

    /// The id of the message that it answers; empty for none.
    public static String replyTo(JsonObject message) {
        return id(object(message, "message_reference"), "message_id").orElse("");
    }

    private static boolean isMachine(JsonObject message, JsonObject author) {
        return is(author, "bot")
                || is(author, "system")
                || message.string("webhook_id").isPresent()
                || message.string("application_id").isPresent();
    }

    private static long type(JsonObject message) {
        return message.has("type") ? message.safeInteger("type").orElse(UNKNOWN_TYPE) : 0;
    }

    private static boolean mentions(JsonObject message, String self) {
        return message.member("mentions").orElse(message)
                        instanceof JsonArray(List<JsonValue> mentioned)
                && mentioned.stream().anyMatch(user -> isUser(user, self));
    }

    private static boolean isReplyTo(JsonObject message, String self) {
        return isUser(object(object(message, "referenced_message"), "author"), self);
    }

    private static boolean isUser(JsonValue user, String self) {
        return user instanceof JsonObject object
                && object.string("id").filter(id -> id.equals(self)).isPresent();
    }

    /// An id, where there is one that is written as Discord writes them.
    static Optional<String> id(JsonObject object, String name) {
        return object.string(name).flatMap(Snowflake::parse).map(Snowflake::toString);
    }

    private static JsonObject object(JsonObject object, String name) {
        return object.member(name).orElse(null) instanceof JsonObject inner
                ? inner
                : JsonObject.of(Map.of());
    }

    private static boolean is(JsonObject object, String name) {
        return object.member(name).orElse(object) == JsonBoolean.TRUE;
    }

    private static void put(Set<Trait> traits, Trait trait, boolean isSo) {
        if (isSo) {
            traits.add(trait);
        }
    }
}
