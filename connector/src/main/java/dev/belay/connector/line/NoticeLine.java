package dev.belay.connector.line;

import dev.belay.core.json.JsonMembers;
import dev.belay.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/// A fixed text that goes out at most once a day, in `notices.jsonl`.
public record NoticeLine(JsonMembers members) implements Line {
    private static final String KIND = "kind";
    private static final String DATE = "date";

    public NoticeLine {
        if (!isValid(members)) {
            throw new IllegalArgumentException("a notice needs a kind and a date");
        }
    }

    public static NoticeLine of(String kind, Instant now) {
        return new NoticeLine(
                JsonObject.builder()
                        .put(KIND, kind)
                        .put(DATE, Times.date(now))
                        .put("at", Times.text(now))
                        .build());
    }

    /// Whether it may be written, and whether a line that was read counts.
    public static boolean isValid(JsonMembers json) {
        return json.string(KIND).isPresent() && json.string(DATE).isPresent();
    }

    /// What a line that was read says; empty for one that does not count.
    public static Optional<NoticeLine> of(JsonMembers json) {
        return isValid(json) ? Optional.of(new NoticeLine(json)) : Optional.empty();
    }

    public String kind() {
        return members.string(KIND).orElseThrow();
    }

    public String date() {
        return members.string(DATE).orElseThrow();
    }

    @Override
    public JsonObject json() {
        return members.object();
    }
}
