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

/// The JSON Schema of the configuration file, for editors, made from [Keys].
public final class ConfigurationSchema {
    private ConfigurationSchema() {}

    /// The whole schema, indented, with a line end.
    public static String text() {
        Map<String, JsonValue> schema = new LinkedHashMap<>();
        schema.put("$schema", text("https://json-schema.org/draft/2020-12/schema"));
        schema.put("title", text("Configuration of Belay"));
        schema.putAll(section("").members());
        return JsonText.printIndented(JsonObject.of(schema)) + "\n";
    }

    /// An object with the names that follow `prefix` in the table.
    private static JsonObject section(String prefix) {
        Map<String, JsonValue> properties = new LinkedHashMap<>();
        for (Key key : Keys.all()) {
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
        schema.put("description", text(key.text()));
        switch (key.kind()) {
            case TEXT, DIRECTORY -> schema.put("type", text("string"));
            case WORD -> schema.put("enum", texts(key.words()));
            case COUNT -> {
                schema.put("type", text("integer"));
                schema.put("minimum", JsonNumber.of(1));
            }
            case DURATION -> {
                schema.put("type", text("string"));
                schema.put("pattern", text("^[0-9]{1,9}(ms|s|m|h|d)$"));
            }
            case TEXTS -> {
                schema.put("type", text("array"));
                schema.put("items", scalar());
            }
            case PAIRS -> {
                schema.put("type", text("object"));
                schema.put("additionalProperties", scalar());
            }
            case SECRET -> schema.putAll(secret().members());
        }
        if (!key.usual().isEmpty() && key.kind() != Kind.TEXTS) {
            schema.put("default", text(key.usual()));
        }
        return JsonObject.of(schema);
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
        words.forEach(word -> elements.add(text(word)));
        return new JsonArray(elements);
    }

    private static JsonString text(String value) {
        return new JsonString(value);
    }
}
