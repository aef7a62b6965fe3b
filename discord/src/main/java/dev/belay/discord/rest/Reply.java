package dev.belay.discord.rest;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.system.Http;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What Discord, or something on the way to it, answered.
///
/// @param headers by lower-case name
/// @param body empty for what is not JSON
record Reply(int status, Map<String, List<String>> headers, Optional<JsonValue> body) {
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(Integer.MAX_VALUE);

    static Reply of(Http.Answer answer) {
        return new Reply(answer.status(), answer.headers(), json(answer.body()));
    }

    private static Optional<JsonValue> json(String body) {
        try {
            return Optional.of(JsonText.parse(body, LIMITS));
        } catch (JsonSyntax _) {
            return Optional.empty();
        }
    }

    boolean isDone() {
        return status / 100 == 2;
    }

    /// Whether what was asked for does not exist for us.
    boolean isNotThere() {
        return status == 403 || status == 404;
    }

    /// The body, where it is an object; else an empty one.
    JsonObject object() {
        return body.orElse(null) instanceof JsonObject object ? object : JsonObject.of(Map.of());
    }

    /// The elements of the body, where it is an array.
    Optional<List<JsonValue>> elements() {
        return body.orElse(null) instanceof JsonArray(List<JsonValue> elements)
                ? Optional.of(elements)
                : Optional.empty();
    }

    /// Discord's code of an error; 0 for none.
    int code() {
        return Math.clamp(object().safeInteger("code").orElse(0), 0, Integer.MAX_VALUE);
    }

    /// The first header of this name; empty for none.
    String header(String name) {
        List<String> values = headers.getOrDefault(name, List.of());
        return values.isEmpty() ? "" : values.getFirst();
    }

    /// The status, and Discord's code where there is one.
    @Override
    public String toString() {
        return code() == 0 ? "status " + status : "status " + status + ", code " + code();
    }
}
