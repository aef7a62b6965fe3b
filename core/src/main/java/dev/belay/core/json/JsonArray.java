package dev.belay.core.json;

import java.util.List;

/// A JSON array.
public record JsonArray(List<JsonValue> elements) implements JsonValue {
    public JsonArray {
        elements = List.copyOf(elements);
    }
}
