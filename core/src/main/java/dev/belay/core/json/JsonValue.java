package dev.belay.core.json;

/// One JSON value. Every kind of it is immutable.
public sealed interface JsonValue
        permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBoolean, JsonNull {}
