package dev.belay.deletion.provider;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where in a JSON text a value stands: a JSON pointer (RFC 6901), such as `/operation/id`.
public record JsonPath(String text) {
    private static final Pattern FORM = Pattern.compile("(/([^~/]|~[01])*)+");
    private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,5}");

    /// Checks the form.
    ///
    /// @throws IllegalArgumentException when `text` is no pointer to a part of a text
    public JsonPath {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "not a JSON pointer, which begins with a slash, such as /operation/id");
        }
    }

    /// The value that stands there.
    Optional<JsonValue> in(JsonValue whole) {
        Optional<JsonValue> value = Optional.of(whole);
        for (String step : steps()) {
            value = value.flatMap(outer -> member(outer, step));
        }
        return value;
    }

    /// The string, number, or boolean that stands there, as a text.
    Optional<String> scalarIn(JsonValue whole) {
        return in(whole).flatMap(JsonPath::scalar);
    }

    private List<String> steps() {
        return Arrays.stream(text.substring(1).split("/", -1))
                .map(step -> step.replace("~1", "/").replace("~0", "~"))
                .toList();
    }

    private static Optional<JsonValue> member(JsonValue outer, String step) {
        if (outer instanceof JsonObject object) {
            return object.member(step);
        }
        return outer instanceof JsonArray(List<JsonValue> elements) && INDEX.matcher(step).matches()
                ? elements.stream().skip(Long.parseLong(step)).findFirst()
                : Optional.empty();
    }

    private static Optional<String> scalar(JsonValue value) {
        return switch (value) {
            case JsonString(String string) -> Optional.of(string);
            case JsonNumber(String literal) -> Optional.of(literal);
            case JsonBoolean bool -> Optional.of(bool == JsonBoolean.TRUE ? "true" : "false");
            case JsonObject _, JsonArray _, JsonNull _ -> Optional.empty();
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
