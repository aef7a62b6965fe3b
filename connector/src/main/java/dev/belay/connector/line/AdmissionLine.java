package dev.belay.connector.line;

import dev.belay.core.json.JsonMembers;
import dev.belay.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/// A turn that may ask the engine, in `admissions.jsonl`.
public record AdmissionLine(JsonMembers members) implements Line {
    private static final String ID = "id";
    private static final String AT = "at";
    private static final String AUTHOR = "author";

    public AdmissionLine {
        if (!isValid(members)) {
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

    /// The same line with whoever asks, whose turns are counted too.
    public AdmissionLine by(String author) {
        return new AdmissionLine(members.object().with(AUTHOR, author));
    }

    /// Whether it may be written, and whether a line that was read counts.
    public static boolean isValid(JsonMembers json) {
        return json.string(ID).isPresent() && json.string(AT).isPresent();
    }

    /// What a line that was read says; empty for one that does not count.
    public static Optional<AdmissionLine> of(JsonMembers json) {
        return isValid(json) ? Optional.of(new AdmissionLine(json)) : Optional.empty();
    }

    public String id() {
        return members.string(ID).orElseThrow();
    }

    /// When it was admitted; empty for a time that cannot be read.
    public Optional<Instant> at() {
        return members.string(AT).flatMap(Times::parse);
    }

    /// Whoever asked; empty in lines of the Node program.
    public Optional<String> author() {
        return members.string(AUTHOR);
    }

    /// The first ten characters of its time.
    public String date() {
        return Times.dateOf(members.string(AT).orElseThrow());
    }

    @Override
    public JsonObject json() {
        return members.object();
    }
}
