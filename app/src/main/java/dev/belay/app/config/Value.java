package dev.belay.app.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a setting holds.
public sealed interface Value {
    /// Also a word of a list, a directory, and `true` or `false`.
    record Text(String text) implements Value {}

    record Count(long number) implements Value {}

    record Time(String written, Duration duration) implements Value {}

    record Texts(List<String> texts) implements Value {
        public Texts {
            texts = List.copyOf(texts);
        }
    }

    /// In the order in which they are written.
    record Pairs(Map<String, String> pairs) implements Value {
        public Pairs {
            pairs = new LinkedHashMap<>(pairs);
        }
    }

    record Secret(SecretReference reference) implements Value {}

    /// As it would be written in the file; never a secret itself.
    default String written() {
        return switch (this) {
            case Text(String text) -> text;
            case Count(long number) -> String.valueOf(number);
            case Time(String written, Duration _) -> written;
            case Texts(List<String> texts) -> String.join(", ", texts);
            case Pairs(Map<String, String> pairs) -> pairs.toString();
            case Secret(SecretReference reference) -> reference.written();
        };
    }
}
