package dev.belay.discord.message;

import dev.belay.connector.turn.Incoming.Place;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The channels that Discord has told of: on which server they are, and what they are threads of.
///
/// - **Threads:** any number.
public final class Places {
    /// Far more than a server has; the oldest is forgotten first.
    private static final int REMEMBERED_MAX = 50_000;

    private static final int ANNOUNCEMENT_THREAD = 10;
    private static final int PRIVATE_THREAD = 12;
    private static final int DIRECT = 1;
    private static final int GROUP = 3;

    private final Map<String, Where> known =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Where> eldest) {
                    return size() > REMEMBERED_MAX;
                }
            };

    public Places() {}

    /// Learns from an event, where it is one that tells of channels.
    public void learn(String event, JsonObject content) {
        switch (event) {
            case "GUILD_CREATE" -> {
                String guild = content.string("id").orElse("");
                elements(content, "channels").forEach(channel -> learn(channel, guild));
                elements(content, "threads").forEach(thread -> learn(thread, guild));
            }
            case "THREAD_LIST_SYNC" ->
                    elements(content, "threads")
                            .forEach(
                                    thread -> learn(thread, content.string("guild_id").orElse("")));
            // An archived thread is shown again by an update when somebody writes in it.
            case "CHANNEL_CREATE", "THREAD_CREATE", "THREAD_UPDATE" ->
                    learn(content, content.string("guild_id").orElse(""));
            default -> {}
        }
    }

    private void learn(JsonValue channel, String guild) {
        if (channel instanceof JsonObject object) {
            learn(object, guild);
        }
    }

    /// Learns of one channel.
    public synchronized Optional<Where> learn(JsonObject channel, String guild) {
        Optional<String> id = channel.string("id");
        if (id.isEmpty() || id.get().isEmpty()) {
            return Optional.empty();
        }
        long type = channel.safeInteger("type").orElse(0);
        boolean isThread = type >= ANNOUNCEMENT_THREAD && type <= PRIVATE_THREAD;
        // Of what is no thread, the parent is a category.
        String parent = isThread ? channel.string("parent_id").orElse("") : "";
        Where where =
                new Where(new Place(guild, id.get(), parent), type == DIRECT || type == GROUP);
        known.put(id.get(), where);
        return Optional.of(where);
    }

    /// What is known of a channel.
    public synchronized Optional<Where> of(String channel) {
        return Optional.ofNullable(known.get(channel));
    }

    /// Where a message was written, which says on which server, and not what its channel is.
    Where written(JsonObject message, String channel) {
        String guild = message.string("guild_id").orElse("");
        String parent = of(channel).map(where -> where.place().parent()).orElse("");
        return new Where(new Place(guild, channel, parent), guild.isEmpty());
    }

    private static List<JsonValue> elements(JsonObject object, String name) {
        return object.member(name).orElse(object) instanceof JsonArray(List<JsonValue> elements)
                ? elements
                : List.of();
    }
}
