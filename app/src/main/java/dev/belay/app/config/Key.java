package dev.belay.app.config;

import java.util.List;
import java.util.Locale;

/// One setting that exists.
///
/// @param name dotted, for example `deletion.boat.url`
/// @param usual what holds when nothing is set, as it would be written; empty for nothing
/// @param words what may be written where the kind is [Kind#WORD]; else empty
/// @param text what it does, in sentences
public record Key(String name, Kind kind, String usual, List<String> words, String text) {
    public Key {
        words = List.copyOf(words);
    }

    /// The environment variable that overrides the file.
    public String variable() {
        return "BELAY_" + name.toUpperCase(Locale.ROOT).replace('.', '_');
    }
}
