package dev.belay.app.config;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The JSON Schemas of the configuration file and of a binding's, for editors, made from their
/// keys.
public final class ConfigurationSchema {
    private final KeyTable table;

    private ConfigurationSchema(KeyTable table) {
        this.table = table;
    }

    /// The whole schema of the configuration file, indented, with a line end.
    public static String text() {
        return new ConfigurationSchema(Keys.TABLE).text("Configuration of Belay");
    }

    /// The same of the file of a binding.
    public static String ofBinding() {
        return new ConfigurationSchema(BindingKeys.TABLE).text("Binding of Belay");
    }

    private String text(String title) {
        Map<String, JsonValue> schema = new LinkedHashMap<>();
        schema.put("$schema", string("https://json-schema.org/draft/2020-12/schema"));
        schema.put("title", string(title));
        schema.putAll(section("").members());
        return JsonText.printIndented(JsonObject.of(schema)) + "\n";
    }

    /// An object with the names that follow `prefix` in the table.
    private JsonObject section(String prefix) {
        Map<String, JsonValue> properties = new LinkedHashMap<>();
        for (Key key : table.all()) {
            if (key.name().startsWith(prefix)) {
                String rest = key.name().substring(prefix.length());
                int dot = rest.indexOf('.');
                if (dot < 0) {
                    properties.put(rest, value(key));
                } else {
                    String name = rest.substring(0, dot);
                    properties.computeIfAbsent(name, _ -> section(prefix + name + "."));
                }
            }
        }
        return JsonObject.builder()
                .put("type", "object")
                .put("additionalProperties", JsonBoolean.FALSE)
                .put("properties", JsonObject.of(properties))
                .build();
    }

    private static JsonObject value(Key key) {
        Map<String, JsonValue> schema = new LinkedHashMap<>();
        schema.put("description", string(key.text()));
        switch (key.kind()) {
            case TEXT, DIRECTORY -> schema.put("type", string("string"));
            case WORD -> schema.put("enum", texts(key.words()));
            case COUNT, SIZE -> {
                schema.put("type", string("integer"));
                schema.put("minimum", JsonNumber.of(1));
            }
            case BOOLEAN -> schema.put("type", string("boolean"));
            case DURATION -> {
                schema.put("type", string("string"));
                schema.put("pattern", string("^[0-9]{1,9}(ms|s|m|h|d)$"));
            }
            case TEXTS -> {
                schema.put("type", string("array"));
                schema.put("items", scalar());
            }
            case PAIRS -> {
                schema.put("type", string("object"));
                schema.put("additionalProperties", scalar());
            }
            case SECRET -> schema.putAll(secret().members());
        }
        if (!key.usual().isEmpty() && key.kind() != Kind.TEXTS) {
            schema.put("default", usual(key));
        }
        return JsonObject.of(schema);
    }

    private static JsonValue usual(Key key) {
        return switch (key.kind()) {
            case COUNT, SIZE -> JsonNumber.of(Long.parseLong(key.usual()));
            case BOOLEAN -> JsonBoolean.of(key.usual().equals("true"));
            case TEXT, DIRECTORY, WORD, DURATION, TEXTS, PAIRS, SECRET -> string(key.usual());
        };
    }

    private static JsonObject scalar() {
        return JsonObject.builder()
                .put("type", texts(List.of("string", "number", "boolean")))
                .build();
    }

    private static JsonObject secret() {
        JsonObject.Builder names = JsonObject.builder();
        for (String word : List.of("file", "env", "credential")) {
            names.put(word, JsonObject.builder().put("type", "string").build());
        }
        return JsonObject.builder()
                .put("type", "object")
                .put("additionalProperties", JsonBoolean.FALSE)
                .put("minProperties", 1)
                .put("maxProperties", 1)
                .put("properties", names.build())
                .build();
    }

    private static JsonArray texts(List<String> words) {
        List<JsonValue> elements = new ArrayList<>();
        words.forEach(word -> elements.add(string(word)));
        return new JsonArray(elements);
    }

    private static JsonString string(String value) {
        return new JsonString(value);
    }
}
