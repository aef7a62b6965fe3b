package dev.belay.core.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.belay.sim.explore.Budget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Reads texts that are nearly JSON with our reader and with Jackson's, which must agree on what is
/// JSON and on what it says.
class JsonComparisonTest {
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(1 << 20);
    private static final JsonFactory JACKSON =
            new JsonFactoryBuilder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    /// What texts are made of: fragments that can be put together rightly and wrongly.
    private static final List<String> FRAGMENTS =
            List.of(
                    "{",
                    "}",
                    "[",
                    "]",
                    ",",
                    ":",
                    " ",
                    "\n",
                    "\t",
                    "\r",
                    "\"a\"",
                    "\"b\"",
                    "\"\"",
                    "\"\\u00e9\"",
                    "\"é\"",
                    "\"\\n\\\"\\\\\"",
                    "\"\\ud83d\\ude00\"",
                    "\"\\x\"",
                    "\"\\u12\"",
                    "\"",
                    "0",
                    "-0",
                    "1",
                    "12",
                    "-",
                    "+",
                    ".",
                    ".5",
                    "1.5",
                    "e",
                    "E1",
                    "1e5",
                    "-1.25e-3",
                    "01",
                    "true",
                    "false",
                    "null",
                    "nul",
                    "tru",
                    "NaN",
                    "Infinity",
                    "//",
                    "/**/",
                    "'a'",
                    "\u0001",
                    "\u2028",
                    "\u007f",
                    "\\",
                    "\"a\":1",
                    "\"b\":[]",
                    "\"a\":{}",
                    "[1,2]",
                    "{\"c\":null}");

    @ParameterizedTest
    @MethodSource("dev.belay.sim.explore.Seeds#seeds")
    void agrees_with_jackson_on_what_is_json(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int accepted = 0;
        for (int i = 0; i < Budget.current().of(1_000, 5_000); i++) {
            String text = i % 2 == 0 ? soup(random) : damaged(value(random, 0), random);

            Optional<JsonValue> ours = ours(text);

            assertThat(ours).as("seed %d, text %s", seed, text).isEqualTo(theirs(text));
            accepted += ours.isPresent() ? 1 : 0;
        }
        assertThat(accepted).as("a fair share of the texts is JSON").isGreaterThan(50);
    }

    @ParameterizedTest
    @MethodSource("dev.belay.sim.explore.Seeds#seeds")
    void what_is_printed_is_read_again(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            JsonValue value = JsonText.parse(value(random, 0), LIMITS);

            assertThat(JsonText.parse(JsonText.print(value), LIMITS)).isEqualTo(plain(value));
            assertThat(JsonText.parse(JsonText.printIndented(value), LIMITS))
                    .isEqualTo(plain(value));
        }
    }

    /// The value with its integers in plain digits, as they are printed.
    private static JsonValue plain(JsonValue value) {
        return switch (value) {
            case JsonNumber number when number.safeInteger().isPresent() ->
                    JsonNumber.of(number.safeInteger().getAsLong());
            case JsonArray(List<JsonValue> elements) ->
                    new JsonArray(elements.stream().map(JsonComparisonTest::plain).toList());
            case JsonObject object -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                object.members().forEach((name, member) -> members.put(name, plain(member)));
                yield JsonObject.of(members);
            }
            case JsonNumber _, JsonString _, JsonBoolean _, JsonNull _ -> value;
        };
    }

    private static String soup(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int count = random.nextInt(1, 9); count > 0; count--) {
            text.append(FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
        }
        return text.toString();
    }

    private static String value(SplittableRandom random, int depth) {
        int kind = random.nextInt(depth > 3 ? 4 : 6);
        StringBuilder text = new StringBuilder();
        switch (kind) {
            case 0 -> text.append(random.nextInt(-5, 3_000));
            case 1 -> text.append(random.nextInt(9)).append("e").append(random.nextInt(-3, 4));
            case 2 -> text.append(random.nextBoolean() ? "true" : "null");
            case 3 -> text.append(FRAGMENTS.get(random.nextInt(10, 17)));
            case 4 -> {
                text.append('[');
                for (int i = random.nextInt(4); i > 0; i--) {
                    text.append(value(random, depth + 1)).append(i > 1 ? " ,\n" : "");
                }
                text.append(']');
            }
            default -> {
                text.append('{');
                for (int i = random.nextInt(4); i > 0; i--) {
                    text.append("\"k").append(i).append("\": ");
                    text.append(value(random, depth + 1)).append(i > 1 ? "," : "");
                }
                text.append('}');
            }
        }
        return text.toString();
    }

    /// The text with one character gone, doubled, or replaced, or as it was.
    private static String damaged(String text, SplittableRandom random) {
        int at = random.nextInt(text.length());
        String before = text.substring(0, at);
        String after = text.substring(at + 1);
        return switch (random.nextInt(4)) {
            case 0 -> before + after;
            case 1 -> before + text.charAt(at) + text.charAt(at) + after;
            case 2 -> before + "{}[]\",:0e".charAt(random.nextInt(9)) + after;
            default -> text;
        };
    }

    private static Optional<JsonValue> ours(String text) {
        try {
            return Optional.of(JsonText.parse(text, LIMITS));
        } catch (JsonSyntax _) {
            return Optional.empty();
        }
    }

    private static Optional<JsonValue> theirs(String text) {
        try (JsonParser parser = JACKSON.createParser(text.getBytes(UTF_8))) {
            JsonToken first = parser.nextToken();
            JsonValue value = first == null ? null : value(parser, first);
            return value == null || parser.nextToken() != null
                    ? Optional.empty()
                    : Optional.of(value);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static JsonValue value(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_ARRAY -> {
                List<JsonValue> elements = new ArrayList<>();
                for (JsonToken next; (next = parser.nextToken()) != JsonToken.END_ARRAY; ) {
                    elements.add(value(parser, next));
                }
                yield new JsonArray(elements);
            }
            case START_OBJECT -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    members.put(parser.currentName(), value(parser, parser.nextToken()));
                }
                yield JsonObject.of(members);
            }
            case VALUE_STRING -> new JsonString(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getText());
            case VALUE_TRUE -> JsonBoolean.TRUE;
            case VALUE_FALSE -> JsonBoolean.FALSE;
            case VALUE_NULL -> JsonNull.NULL;
            default -> throw new IOException("not a value: " + token);
        };
    }
}
