package dev.belay.connector.line;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// An attempt to load a changed binding file, in `reloads.jsonl`.
public record ReloadLine(JsonObject json) implements Line {
    /// The name of the log.
    public static final String LOG = "reloads.jsonl";

    private static final String OUTCOME = "outcome";
    private static final String APPLIED = "applied";
    private static final String REFUSED = "refused";

    public ReloadLine {
        if (!isValid(json)) {
            throw new IllegalArgumentException("a reload needs an outcome");
        }
    }

    /// The binding in memory changes with this line, and not without.
    ///
    /// @param differences the names of the settings that change
    public static ReloadLine applied(Instant now, List<String> differences) {
        List<JsonValue> names = new ArrayList<>();
        differences.forEach(name -> names.add(new JsonString(name)));
        return new ReloadLine(
                JsonObject.builder()
                        .put("at", Times.text(now))
                        .put(OUTCOME, APPLIED)
                        .put("differences", new JsonArray(names))
                        .build());
    }

    public static ReloadLine refused(Instant now, String reason) {
        return new ReloadLine(
                JsonObject.builder()
                        .put("at", Times.text(now))
                        .put(OUTCOME, REFUSED)
                        .put("reason", reason)
                        .build());
    }

    /// Whether it may be written.
    public static boolean isValid(JsonObject json) {
        return json.string(OUTCOME).filter(Set.of(APPLIED, REFUSED)::contains).isPresent();
    }
}
