package dev.belay.core.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads one text that [Utf8Check] has passed.
///
/// Jackson's lexer knows the grammar; depth, keys, and what follows the value are checked here. Its
/// messages quote the text, so they are never passed on.
final class JsonReader {
    /// Longer than any number that a double or a long tells apart.
    private static final int NUMBER_LENGTH_MAX = 1_000;

    private static final int KEY_SHOWN_MAX = 40;

    /// Interning would keep names for good, and a table that fails on collisions would throw what
    /// is no syntax error.
    private static final JsonFactory FACTORY =
            new JsonFactoryBuilder()
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNumberLength(NUMBER_LENGTH_MAX)
                                    .maxNameLength(Integer.MAX_VALUE)
                                    .maxStringLength(Integer.MAX_VALUE)
                                    .build())
                    .build();

    private final byte[] text;
    private final JsonLimits limits;
    private final JsonParser parser;

    JsonReader(byte[] text, JsonLimits limits) {
        this.text = text;
        this.limits = limits;
        try {
            this.parser = FACTORY.createParser(text);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }

    JsonValue read() throws JsonSyntax {
        try (parser) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw syntax(text.length, "empty");
            }
            JsonValue value = value(first, 0);
            if (parser.nextToken() != null) {
                throw syntax(tokenOffset(), "more text behind the value");
            }
            return value;
        } catch (JsonSyntax e) {
            throw e;
        } catch (JsonEOFException _) {
            throw syntax(text.length, "the text ends too early");
        } catch (StreamConstraintsException _) {
            throw syntax(offset(), "a number of more than %d digits".formatted(NUMBER_LENGTH_MAX));
        } catch (IOException _) {
            throw syntax(offset(), "not valid JSON");
        }
    }

    private JsonValue value(JsonToken token, int depth) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(deeper(depth));
            case START_ARRAY -> array(deeper(depth));
            case VALUE_STRING -> new JsonString(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getText());
            case VALUE_TRUE -> JsonBoolean.TRUE;
            case VALUE_FALSE -> JsonBoolean.FALSE;
            case VALUE_NULL -> JsonNull.NULL;
            case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                    throw syntax(tokenOffset(), "not valid JSON");
        };
    }

    private int deeper(int depth) throws JsonSyntax {
        if (depth == limits.depthMax()) {
            throw syntax(tokenOffset(), "nested deeper than %d levels".formatted(depth));
        }
        return depth + 1;
    }

    private JsonObject object(int depth) throws IOException {
        int from = tokenOffset();
        Map<String, JsonValue> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (members.containsKey(name)) {
                throw syntax(tokenOffset(), "key %s twice".formatted(shown(name)));
            }
            members.put(name, value(parser.nextToken(), depth));
        }
        return JsonObject.read(members, new SourceRange(from, offset()));
    }

    private JsonArray array(int depth) throws IOException {
        List<JsonValue> elements = new ArrayList<>();
        JsonToken token = parser.nextToken();
        while (token != JsonToken.END_ARRAY) {
            elements.add(value(token, depth));
            token = parser.nextToken();
        }
        return new JsonArray(elements);
    }

    private static String shown(String name) {
        boolean whole = name.length() <= KEY_SHOWN_MAX;
        String start = whole ? name : name.substring(0, KEY_SHOWN_MAX) + "…";
        return JsonText.print(new JsonString(start));
    }

    private int tokenOffset() {
        return (int) parser.currentTokenLocation().getByteOffset();
    }

    private int offset() {
        return (int) parser.currentLocation().getByteOffset();
    }

    private JsonSyntax syntax(int offset, String what) {
        return Utf8Check.syntax(text, offset, what);
    }
}
