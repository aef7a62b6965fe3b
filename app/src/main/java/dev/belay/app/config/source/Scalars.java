package dev.belay.app.config.source;

import dev.belay.app.config.Durations;
import dev.belay.app.config.Key;
import dev.belay.app.config.Kind;
import dev.belay.app.config.Value;
import dev.belay.core.error.Refusal;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads one written word as a value of its key's kind, from the file and from the environment
/// alike.
final class Scalars {
    private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,8}");

    /// As much as any disk has.
    private static final Pattern SIZE = Pattern.compile("[1-9][0-9]{0,17}");

    private static final Set<String> BOOLEANS = Set.of("true", "false");

    private Scalars() {}

    /// Only for kinds that are one word or text.
    static Value read(Key key, String text, String origin) throws Refusal {
        return switch (key.kind()) {
            case TEXT, DIRECTORY -> {
                if (text.isEmpty()) {
                    throw SettingRefusals.misfit(key, origin, "empty");
                }
                yield new Value.Text(text);
            }
            case WORD -> {
                if (!key.words().contains(text)) {
                    throw SettingRefusals.misfit(key, origin, SettingRefusals.quoted(text));
                }
                yield new Value.Text(text);
            }
            case BOOLEAN -> {
                if (!BOOLEANS.contains(text)) {
                    throw SettingRefusals.misfit(key, origin, SettingRefusals.quoted(text));
                }
                yield new Value.Text(text);
            }
            case COUNT, SIZE -> {
                Pattern pattern = key.kind() == Kind.COUNT ? COUNT : SIZE;
                if (!pattern.matcher(text).matches()) {
                    throw SettingRefusals.misfit(key, origin, SettingRefusals.quoted(text));
                }
                yield new Value.Count(Long.parseLong(text));
            }
            case DURATION ->
                    Durations.parse(text)
                            .filter(time -> time.isPositive())
                            .<Value>map(time -> new Value.Time(text, time))
                            .orElseThrow(() ->
                                    SettingRefusals.misfit(
                                            key, origin, SettingRefusals.quoted(text)));
            case SECRET -> throw SettingRefusals.secretWritten(key, origin);
            case TEXTS, PAIRS -> throw SettingRefusals.misfit(key, origin, "one text");
        };
    }
}
