package dev.belay.connector.line;

import dev.belay.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/// A message that is not answered, or messages that were not seen, in `drops.jsonl`.
public record DropLine(JsonObject json) implements Line {
    private static final String AT = "at";
    private static final String ID = "id";
    private static final String REASON = "reason";

    /// A message that is not answered.
    ///
    /// @param reason a word, such as `ceiling`
    public static DropLine of(String id, Instant now, String reason) {
        return new DropLine(
                JsonObject.builder()
                        .put(AT, Times.text(now))
                        .put(ID, id)
                        .put(REASON, reason)
                        .build());
    }

    /// Messages of a channel that could not be read back, and may not have been seen.
    ///
    /// @param after the last one that was seen
    /// @param before the first one that was seen again; empty when none was
    public static DropLine gap(String channel, Instant now, String after, Optional<String> before) {
        JsonObject.Builder line =
                JsonObject.builder()
                        .put(AT, Times.text(now))
                        .put(REASON, "gap")
                        .put("channel", channel)
                        .put("after", after);
        before.ifPresent(id -> line.put("before", id));
        return new DropLine(line.build());
    }

    /// The message that it speaks of; empty for a gap.
    public Optional<String> id() {
        return json.string(ID);
    }

    public Optional<String> reason() {
        return json.string(REASON);
    }
}
