package dev.belay.connector.line;

import dev.belay.core.json.JsonMembers;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All lines of one nonce as one: each member as the last line that has it says, and `intentAt`,
/// the time of the first line, which never moves.
public record Delivery(JsonObject json) {
    private static final String INTENT_AT = "intentAt";

    /// What `line` makes of the lines before it.
    ///
    /// @param before null when it is the first
    public static Delivery merge(@Nullable Delivery before, JsonObject line) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        if (before != null) {
            members.putAll(before.json.members());
        }
        members.putAll(line.members());
        members.remove(INTENT_AT);
        JsonObject first = before == null ? line : before.json;
        first.member(before == null ? OutboxLine.AT : INTENT_AT)
                .ifPresent(at -> members.put(INTENT_AT, at));
        return new Delivery(JsonObject.of(members));
    }

    public String nonce() {
        return json.string(OutboxLine.NONCE).orElse("");
    }

    public OutboxStatus status() {
        return status(json);
    }

    /// The status that a line which was read says.
    public static OutboxStatus status(JsonMembers json) {
        return json.string(OutboxLine.STATUS).flatMap(OutboxStatus::of).orElse(OutboxStatus.OTHER);
    }

    /// When it was first intended; empty where that is not known, which is long ago.
    public Optional<Instant> intentAt() {
        return json.string(INTENT_AT).flatMap(Times::parse);
    }

    public Optional<String> channel() {
        return json.string("channel");
    }

    public Optional<String> sha256() {
        return json.string("sha256");
    }
}
