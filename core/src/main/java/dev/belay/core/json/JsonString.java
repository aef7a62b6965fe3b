package dev.belay.core.json;

/// A JSON string, which may hold unpaired surrogates.
public record JsonString(String value) implements JsonValue {}
