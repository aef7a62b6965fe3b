package dev.belay.app.config;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is set, and what holds where nothing is.
public final class Configuration {
    private final Map<String, Setting> settings;
    private final String label;

    /// What is set, by the name of its key.
    public Configuration(Map<String, Setting> settings) {
        this(settings, "configuration");
    }

    /// @param label what messages call the file
    public Configuration(Map<String, Setting> settings, String label) {
        this.label = label;
        this.settings = new LinkedHashMap<>(settings);
    }

    /// What somebody set; empty where the usual holds.
    public Optional<Setting> setting(Key key) {
        return Optional.ofNullable(settings.get(key.name()));
    }

    /// A text, a word, or a path; empty where nothing is set and nothing is usual.
    public Optional<String> text(Key key) {
        return setting(key)
                .map(setting -> setting.value().written())
                .or(() -> Optional.of(key.usual()).filter(usual -> !usual.isEmpty()));
    }

    /// A text that has a usual value.
    public String required(Key key) {
        return text(key).orElseThrow(() -> new IllegalArgumentException(key.name()));
    }

    /// The number that is set, or the usual one.
    public Optional<Long> count(Key key) {
        return setting(key)
                .map(Setting::value)
                .filter(Value.Count.class::isInstance)
                .map(value -> ((Value.Count) value).number())
                .or(() ->
                        Optional.of(key.usual())
                                .filter(usual -> !usual.isEmpty())
                                .map(Long::valueOf));
    }

    /// True or false, where one of them is usual.
    public boolean flag(Key key) {
        return required(key).equals("true");
    }

    /// A time that has a usual value.
    public Duration duration(Key key) {
        return Durations.parse(required(key)).orElseThrow();
    }

    public List<String> texts(Key key) {
        if (setting(key).map(Setting::value).orElse(null) instanceof Value.Texts(var texts)) {
            return texts;
        }
        return key.usual().isEmpty() ? List.of() : List.of(key.usual().split(", ", -1));
    }

    public Map<String, String> pairs(Key key) {
        return setting(key).map(Setting::value).orElse(null) instanceof Value.Pairs(var pairs)
                ? pairs
                : Map.of();
    }

    public Optional<SecretReference> secret(Key key) {
        return setting(key).map(Setting::value).orElse(null) instanceof Value.Secret(var reference)
                ? Optional.of(reference)
                : Optional.empty();
    }

    /// Refuses what a setting holds, as the middle of a sentence after the key's name.
    public Refusal refusal(Key key, String found) {
        String origin = setting(key).map(Setting::origin).orElse(label);
        return new Refusal(
                ErrorCode.USAGE,
                origin,
                key.name() + " " + found,
                "`belay config show` lists every key");
    }
}
