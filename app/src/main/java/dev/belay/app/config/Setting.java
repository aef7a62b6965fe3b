package dev.belay.app.config;

/// A value, and who set it.
///
/// @param origin a file with a line, or an environment variable
public record Setting(Key key, Value value, String origin) {}
