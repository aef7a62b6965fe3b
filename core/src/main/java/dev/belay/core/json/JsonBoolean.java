package dev.belay.core.json;

/// A JSON `true` or `false`.
public enum JsonBoolean implements JsonValue {
    FALSE,
    TRUE;

    public static JsonBoolean of(boolean value) {
        return value ? TRUE : FALSE;
    }
}
