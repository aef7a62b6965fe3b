package dev.belay.app.config.source;

import dev.belay.app.config.Key;
import dev.belay.app.config.Keys;
import dev.belay.app.config.Kind;
import dev.belay.app.config.SecretReference;
import dev.belay.app.config.Setting;
import dev.belay.app.config.Value;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The settings that environment variables override, one variable a key.
///
/// A list is written with commas between its texts, texts by name as a JSON object, and a secret's
/// name under `<variable>_FILE`, `_ENV`, or `_CREDENTIAL`.
final class EnvironmentSettings {
    private static final List<String> SECTIONS =
            Keys.all().stream().map(EnvironmentSettings::section).distinct().toList();

    private static final int BYTES_MAX = 64 * 1024;
    private static final Map<String, String> SECRET_ENDINGS =
            Map.of("_FILE", "file", "_ENV", "env", "_CREDENTIAL", "credential");

    private EnvironmentSettings() {}

    /// What the variables of this key and its neighbors begin with, for example `BELAY_DELETION_`.
    private static String section(Key key) {
        return key.variable().replaceFirst("^(BELAY_[^_]+_).*", "$1");
    }

    /// Refuses a variable of our sections that no key has: a misspelt limit must not go unnoticed.
    static Map<String, Setting> read(Map<String, String> environment) throws Refusal {
        Map<String, Setting> settings = new LinkedHashMap<>();
        for (Map.Entry<String, String> entry : new TreeMap<>(environment).entrySet()) {
            String variable = entry.getKey();
            if (SECTIONS.stream().anyMatch(variable::startsWith)) {
                Setting setting = setting(variable, entry.getValue());
                Setting other = settings.put(setting.key().name(), setting);
                if (other != null) {
                    throw SettingRefusals.of(
                            variable, "says the same as " + other.origin(), "unset one of them");
                }
            }
        }
        return settings;
    }

    private static Setting setting(String variable, String text) throws Refusal {
        List<String> known = new ArrayList<>();
        for (Key key : Keys.all()) {
            if (key.variable().equals(variable)) {
                return new Setting(key, value(key, text, variable), variable);
            }
            if (key.kind() != Kind.SECRET) {
                known.add(key.variable());
                continue;
            }
            for (Map.Entry<String, String> ending : SECRET_ENDINGS.entrySet()) {
                known.add(key.variable() + ending.getKey());
                if (variable.equals(key.variable() + ending.getKey())) {
                    return new Setting(key, secret(key, ending.getValue(), text), variable);
                }
            }
        }
        throw SettingRefusals.unknown(variable, variable, known);
    }

    private static Value secret(Key key, String word, String name) throws Refusal {
        return SecretReference.of(word, name)
                .<Value>map(Value.Secret::new)
                .orElseThrow(() -> SettingRefusals.misfit(key, key.variable(), "empty"));
    }

    private static Value value(Key key, String text, String variable) throws Refusal {
        return switch (key.kind()) {
            case TEXTS -> new Value.Texts(texts(text));
            case PAIRS -> new Value.Pairs(pairs(key, text, variable));
            case TEXT, WORD, COUNT, SIZE, BOOLEAN, DURATION, DIRECTORY, SECRET ->
                    Scalars.read(key, text, variable);
        };
    }

    private static List<String> texts(String text) {
        List<String> texts = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            if (!each.isBlank()) {
                texts.add(each.strip());
            }
        }
        return texts;
    }

    private static Map<String, String> pairs(Key key, String text, String variable) throws Refusal {
        try {
            Map<String, String> pairs = new LinkedHashMap<>();
            if (JsonText.parse(text, JsonLimits.ofBytes(BYTES_MAX)) instanceof JsonObject object) {
                for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
                    pairs.put(
                            member.getKey(),
                            member.getValue() instanceof JsonString(String string)
                                    ? string
                                    : JsonText.print(member.getValue()));
                }
                return pairs;
            }
        } catch (JsonSyntax e) {
            throw SettingRefusals.misfit(key, variable, "no JSON object").because(e);
        }
        throw SettingRefusals.misfit(key, variable, "no JSON object");
    }
}
