package dev.belay.simulators.discord;

import dev.belay.core.json.JsonObject;

/// A channel, or a thread of one.
///
/// @param guild empty for one between the bot and one other
/// @param parent the channel it is a thread of; empty where it is none
record Room(String id, String guild, String parent) {
    private static final int TEXT = 0;
    private static final int DIRECT = 1;
    private static final int THREAD = 11;

    boolean isThread() {
        return !parent.isEmpty();
    }

    JsonObject json() {
        int type = isThread() ? THREAD : guild.isEmpty() ? DIRECT : TEXT;
        JsonObject.Builder json = JsonObject.builder().put("id", id).put("type", type);
        if (!guild.isEmpty()) {
            json.put("guild_id", guild);
        }
        if (isThread()) {
            json.put("parent_id", parent);
        }
        return json.build();
    }
}
