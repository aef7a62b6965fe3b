package dev.belay.core.json;

/// The JSON `null`.
public enum JsonNull implements JsonValue {
    NULL
}
