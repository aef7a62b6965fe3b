package dev.belay.connector.line;

import dev.belay.connector.Snowflake;
import dev.belay.core.json.JsonMembers;
import dev.belay.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/// A message that is not answered, or messages that were not seen, in `drops.jsonl`.
public record DropLine(JsonMembers members) implements Line {
    private static final String AT = "at";
    private static final String ID = "id";
    private static final String REASON = "reason";
    private static final String GAP = "gap";
    private static final String AFTER = "after";
    private static final String BEFORE = "before";

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
                        .put(REASON, GAP)
                        .put("channel", channel)
                        .put(AFTER, after);
        before.ifPresent(id -> line.put(BEFORE, id));
        return new DropLine(line.build());
    }

    /// The message that it speaks of; empty for a gap.
    public Optional<String> id() {
        return members.string(ID);
    }

    public Optional<String> reason() {
        return members.string(REASON);
    }

    /// Whether it is a gap in which a message with this id may have been missed.
    public boolean mayHide(String id) {
        Optional<Snowflake> wanted = Snowflake.parse(id);
        Optional<Snowflake> after = members.string(AFTER).flatMap(Snowflake::parse);
        if (wanted.isEmpty() || after.isEmpty() || !reason().equals(Optional.of(GAP))) {
            return false;
        }
        Optional<Snowflake> before = members.string(BEFORE).flatMap(Snowflake::parse);
        return wanted.get().compareTo(after.get()) > 0
                && before.filter(end -> wanted.get().compareTo(end) >= 0).isEmpty()
                && (before.isPresent() || isWritten(wanted.get()));
    }

    /// A gap without an end goes up to the time at which it was noted.
    private boolean isWritten(Snowflake message) {
        return members.string(AT)
                .flatMap(Times::parse)
                .filter(noted -> !message.time().isAfter(noted))
                .isPresent();
    }

    @Override
    public JsonObject json() {
        return members.object();
    }
}
