package dev.belay.simulators.discord;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A message that was written.
///
/// @param nonce what it was sent with; empty for nothing
/// @param replyTo the message that it answers; empty for none
/// @param more members of its object beside the usual ones, or in their place
public record Spoken(
        String id,
        String channel,
        String author,
        String text,
        String nonce,
        String replyTo,
        JsonObject more) {
    /// The object that Discord has of it.
    JsonObject json(String bot) {
        JsonObject.Builder writer = JsonObject.builder().put("id", author).put("username", author);
        if (author.equals(bot)) {
            writer.put("bot", true);
        }
        JsonObject.Builder usual =
                JsonObject.builder()
                        .put("id", id)
                        .put("channel_id", channel)
                        .put("author", writer.build())
                        .put("content", text)
                        .put("type", replyTo.isEmpty() ? 0 : 19);
        if (text.contains("<@" + bot + ">")) {
            JsonObject mentioned = JsonObject.builder().put("id", bot).build();
            usual.put("mentions", new JsonArray(List.of(mentioned)));
        }
        if (!nonce.isEmpty()) {
            usual.put("nonce", nonce);
        }
        if (!replyTo.isEmpty()) {
            usual.put("message_reference", JsonObject.builder().put("message_id", replyTo).build());
        }
        Map<String, JsonValue> members = new LinkedHashMap<>(usual.build().members());
        members.putAll(more.members());
        return JsonObject.of(members);
    }
}
