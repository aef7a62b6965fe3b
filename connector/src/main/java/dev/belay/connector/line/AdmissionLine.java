package dev.belay.connector.line;

import dev.belay.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/// A turn that may ask the engine, in `admissions.jsonl`.
public record AdmissionLine(JsonObject json) implements Line {
    private static final String ID = "id";
    private static final String AT = "at";

    public AdmissionLine {
        if (!isValid(json)) {
            throw new IllegalArgumentException("an admission needs the id of a turn, and a time");
        }
    }

    /// A turn that is admitted at `now`.
    ///
    /// @param attempt 1, or 2 for a turn that a crash has interrupted
    public static AdmissionLine of(String id, Instant now, int attempt) {
        JsonObject.Builder line = JsonObject.builder().put(ID, id).put(AT, Times.text(now));
        if (attempt > 1) {
            line.put("attempt", attempt);
        }
        return new AdmissionLine(line.build());
    }

    /// Whether it may be written, and whether a line that was read counts.
    public static boolean isValid(JsonObject json) {
        return json.string(ID).isPresent() && json.string(AT).isPresent();
    }

    /// What a line that was read says; empty for one that does not count.
    public static Optional<AdmissionLine> of(JsonObject json) {
        return isValid(json) ? Optional.of(new AdmissionLine(json)) : Optional.empty();
    }

    public String id() {
        return json.string(ID).orElseThrow();
    }

    /// The first ten characters of its time.
    public String date() {
        return Times.dateOf(json.string(AT).orElseThrow());
    }
}
