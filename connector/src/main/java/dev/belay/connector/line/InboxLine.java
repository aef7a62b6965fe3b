package dev.belay.connector.line;

import dev.belay.core.json.JsonMembers;
import dev.belay.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/// A message that was accepted, in `inbox.jsonl`.
public record InboxLine(JsonObject json) implements Line {
    private static final String ID = "id";
    private static final String CHANNEL = "channel";
    private static final String AUTHOR = "author";

    public InboxLine {
        if (!isValid(json)) {
            throw new IllegalArgumentException("an inbox line needs the id of a message");
        }
    }

    /// Where a message came from.
    public record Origin(String channel, String author) {}

    /// A message that came at `now`, without its text.
    public static InboxLine of(String id, Instant now, Origin origin) {
        return new InboxLine(
                JsonObject.builder()
                        .put(ID, id)
                        .put("at", Times.text(now))
                        .put(CHANNEL, origin.channel())
                        .put(AUTHOR, origin.author())
                        .build());
    }

    /// The same line with what the message asks, for a binding that keeps it.
    public InboxLine withText(String text) {
        return new InboxLine(json.with("text", text));
    }

    /// Whether it may be written.
    public static boolean isValid(JsonObject json) {
        return json.string(ID).filter(id -> !id.isEmpty()).isPresent();
    }

    /// The id that a line which was read speaks of, if any.
    public static Optional<String> id(JsonMembers json) {
        return json.string(ID);
    }

    /// Where the message of a line that was read came from, if it says so.
    public static Optional<String> channel(JsonMembers json) {
        return json.string(CHANNEL);
    }

    /// Who wrote the message of a line that was read, if it says so.
    public static Optional<String> author(JsonMembers json) {
        return json.string(AUTHOR);
    }

    public String id() {
        return json.string(ID).orElseThrow();
    }
}
