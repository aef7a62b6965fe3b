package dev.belay.core.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(1 << 20);

    private static JsonValue parse(String text) throws JsonSyntax {
        return JsonText.parse(text, LIMITS);
    }

    private static byte[] bytes(Object... parts) {
        byte[] all = {};
        for (Object part : parts) {
            byte[] next =
                    part instanceof Integer one
                            ? new byte[] {one.byteValue()}
                            : part.toString().getBytes(UTF_8);
            all = Arrays.copyOf(all, all.length + next.length);
            System.arraycopy(next, 0, all, all.length - next.length, next.length);
        }
        return all;
    }

    private static String reason(byte[] text) {
        try {
            return JsonText.print(JsonText.parse(text, LIMITS));
        } catch (JsonSyntax e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String reason(String text) {
        return reason(text.getBytes(UTF_8));
    }

    /// Each is what `JSON.stringify(JSON.parse(text))` gives.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|{}",
                "[]|[]",
                " [ 1 , 2 ] |[1,2]",
                "{\"b\":1,\"a\":[true,false,null]}|{\"b\":1,\"a\":[true,false,null]}",
                "\"\\u0041\\/\\b\\f\\n\\r\\t\"|\"A/\\b\\f\\n\\r\\t\"",
                "\"\\u0000\\u001f\\u007f\"|\"\\u0000\\u001f\u007f\"",
                "\"é\\u2028\\u0085\"|\"é\u2028\u0085\"",
                "\"\\ud83d\\ude00\"|\"\ud83d\ude00\"",
                "\"a\\ud83d\"|\"a\\ud83d\"",
                "\"\\udC00b\\uD800\"|\"\\udc00b\\ud800\"",
                "\"\\\"\\\\\"|\"\\\"\\\\\"",
                "-0|0",
                "1e3|1000",
                "1000.0|1000",
                "1.5|1.5",
                "9007199254740991|9007199254740991",
            })
    void prints_as_javascript_does(String text, String expected) throws Exception {
        assertThat(JsonText.print(parse(text))).isEqualTo(expected);
    }

    @Test
    void indents_by_two_spaces() throws Exception {
        JsonValue value = parse("{\"version\":1,\"records\":[{\"a\":[]},{}],\"none\":[[1]]}");

        assertThat(JsonText.printIndented(value))
                .isEqualTo(
                        """
                        {
                          "version": 1,
                          "records": [
                            {
                              "a": []
                            },
                            {}
                          ],
                          "none": [
                            [
                              1
                            ]
                          ]
                        }\
                        """);
    }

    @Test
    void an_unpaired_surrogate_survives_as_an_escape() throws Exception {
        String text = "{\"name\":\"\\ud83d x\",\"\\udc00\":1}";

        byte[] printed = JsonText.print(parse(text)).getBytes(UTF_8);

        assertThat(printed).asString(UTF_8).isEqualTo(text);
        assertThat(JsonText.parse(printed, LIMITS)).isEqualTo(parse(text));
    }

    @Test
    void an_unpaired_surrogate_is_no_character_of_a_text() {
        assertThatThrownBy(() -> parse("[\n\"é\ud83d\"]"))
                .isInstanceOf(JsonSyntax.class)
                .hasMessage("line 2, column 3: unpaired surrogate");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"a\":2}|line 1, column 8: key \"a\" twice",
                "[{\"x\":[{\"b\":1,\"\\u0062\":2}]}]|line 1, column 15: key \"b\" twice",
                "{\"a\":1} x|line 1, column 9: more text behind the value",
                "{} {}|line 1, column 4: more text behind the value",
                "[1]//|line 1, column 4: more text behind the value",
                "[1,]|line 1, column 4: a value is expected",
                "[,1]|line 1, column 2: a value is expected",
                "[01]|line 1, column 3: a comma or a closing bracket is expected",
                "[NaN]|line 1, column 2: a value is expected",
                "[nul]|line 1, column 5: a value is expected",
                "[+1]|line 1, column 2: a value is expected",
                "[.5]|line 1, column 2: a value is expected",
                "[-]|line 1, column 3: a digit is expected",
                "[1.]|line 1, column 4: a digit is expected",
                "[1e+]|line 1, column 5: a digit is expected",
                "{,}|line 1, column 2: a name in quotes is expected",
                "{\"a\":1,}|line 1, column 8: a name in quotes is expected",
                "{'a':1}|line 1, column 2: a name in quotes is expected",
                "{\"a\" 1}|line 1, column 6: a colon is expected",
                "{\"a\":1]|line 1, column 7: a comma or a closing brace is expected",
                "\"\\x\"|line 1, column 3: an escape of JSON is expected",
                "\"\\u12g4\"|line 1, column 6: a hexadecimal digit is expected",
                "\"\t\"|line 1, column 2: a control character in a string",
                "\"\\n\t\"|line 1, column 4: a control character in a string",
                "[1|line 1, column 3: the text ends where a comma or a closing bracket is expected",
                "[|line 1, column 2: the text ends where a value is expected",
                "\"a|line 1, column 3: the text ends where a closing quote is expected",
                "\"a\\|line 1, column 4: the text ends where an escape of JSON is expected",
                "t|line 1, column 2: the text ends where a value is expected",
            })
    void names_place_and_reason(String text, String message) {
        assertThat(reason(text)).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n\t "})
    void nothing_is_not_a_value(String text) {
        assertThat(reason(text)).endsWith(": empty");
    }

    @Test
    void a_twice_used_key_is_shortened_and_escaped() {
        String key = "x\\n".repeat(30);

        String message = reason("{\"%s\":1,\n\"%s\":2}".formatted(key, key));

        assertThat(message)
                .isEqualTo("line 2, column 1: key \"%s…\" twice".formatted("x\\n".repeat(20)));
    }

    @Test
    void reasons_hold_nothing_of_the_text() {
        assertThat(reason("{\"token\":secret}"))
                .isEqualTo("line 1, column 10: a value is expected");
        assertThat(reason("{\"token\":\"sec\u0001ret\"}"))
                .isEqualTo("line 1, column 14: a control character in a string");
    }

    @Test
    void names_bytes_that_no_text_holds() {
        assertThat(reason(bytes(0xEF, 0xBB, 0xBF, "{}")))
                .isEqualTo("line 1, column 1: byte-order mark");
        assertThat(reason(bytes(0xFF, 0xFE, "{", 0))).endsWith("byte-order mark");
        assertThat(reason(bytes("{\n\"é\":", 0, 0, "}"))).isEqualTo("line 2, column 5: NUL bytes");
        assertThat(reason(new byte[700])).isEqualTo("line 1, column 1: NUL bytes");
        assertThat(reason(bytes("\"caf", 0xE9, "\"")))
                .isEqualTo("line 1, column 5: a byte that is not UTF-8");
    }

    /// Overlong forms, surrogates, beyond U+10FFFF, cut off, and a continuation alone.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "C0 AF",
                "C1 BF",
                "E0 9F BF",
                "ED A0 80",
                "ED BF BF",
                "F0 8F BF BF",
                "F4 90 80 80",
                "F5 80 80 80",
                "FF",
                "80",
                "C3",
                "C3 41",
                "E2 82",
                "E2 82 41",
                "F0 9F 98",
                "F0 9F 98 41",
            })
    void decodes_utf8_strictly(String hex) {
        byte[] inside = HexFormat.ofDelimiter(" ").parseHex(hex);
        byte[] text = new byte[inside.length + 2];
        text[0] = '"';
        System.arraycopy(inside, 0, text, 1, inside.length);
        text[text.length - 1] = '"';

        assertThat(reason(text)).endsWith("a byte that is not UTF-8");
    }

    @Test
    void takes_every_character_of_unicode() throws Exception {
        StringBuilder all = new StringBuilder();
        for (int c = 0x20; c <= Character.MAX_CODE_POINT; c++) {
            if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                all.appendCodePoint(c);
            }
        }
        JsonString value = new JsonString(all.toString());

        String printed = JsonText.print(value);

        assertThat(JsonText.parse(printed, JsonLimits.ofBytes(8 << 20))).isEqualTo(value);
    }

    @Test
    void depth_is_bounded_and_no_stack_overflows() throws Exception {
        JsonLimits three = new JsonLimits(1_000_000, 3);

        assertThat(JsonText.print(JsonText.parse("[{\"a\":[]}]", three))).isEqualTo("[{\"a\":[]}]");
        assertThatThrownBy(() -> JsonText.parse("[{\"a\":[\n[]]}]", three))
                .hasMessage("line 2, column 1: nested deeper than 3 levels");
        assertThat(reason("[".repeat(64) + "]".repeat(64))).startsWith("[[");
        assertThat(reason("[".repeat(200_000) + "]".repeat(200_000)))
                .isEqualTo("line 1, column 65: nested deeper than 64 levels");
        assertThat(reason("{\"a\":".repeat(100_000))).contains("nested deeper than 64 levels");
    }

    @Test
    void length_is_bounded() throws Exception {
        JsonLimits four = JsonLimits.ofBytes(4);

        assertThat(JsonText.parse("[10]", four))
                .isEqualTo(new JsonArray(List.of(JsonNumber.of(10))));
        assertThatThrownBy(() -> JsonText.parse("[100]", four))
                .hasMessage("line 1, column 1: longer than 4 bytes");
        assertThatThrownBy(() -> JsonText.parse("\"éé\"", four)).isInstanceOf(JsonSyntax.class);
        assertThat(reason("[" + "1".repeat(2_000) + "]")).contains("more than 1000 digits");
    }

    @Test
    void an_object_knows_where_it_stood() throws Exception {
        byte[] text = "{ \"é\": [ {\"a\":1} ,\n  { \"b\" : [{}] }, 3 ] }".getBytes(UTF_8);

        JsonObject whole = (JsonObject) JsonText.parse(text, LIMITS);
        List<JsonValue> elements = ((JsonArray) whole.member("é").orElseThrow()).elements();

        assertThat(slice(text, whole)).isEqualTo(new String(text, UTF_8));
        assertThat(slice(text, elements.get(0))).isEqualTo("{\"a\":1}");
        assertThat(slice(text, elements.get(1))).isEqualTo("{ \"b\" : [{}] }");
        assertThat(JsonObject.builder().build().source()).isEmpty();
    }

    private static String slice(byte[] text, JsonValue value) {
        SourceRange range = ((JsonObject) value).source().orElseThrow();
        return new String(text, range.from(), range.to() - range.from(), UTF_8);
    }

    @Test
    void members_keep_their_order_and_are_found_by_kind() throws Exception {
        JsonObject object = (JsonObject) parse("{\"z\":\"s\",\"a\":1e2,\"n\":null}");

        assertThat(object.members().keySet()).containsExactly("z", "a", "n");
        assertThat(object.string("z")).hasValue("s");
        assertThat(object.string("a")).isEmpty();
        assertThat(object.safeInteger("a")).hasValue(100);
        assertThat(object.safeInteger("z")).isEmpty();
        assertThat(object.member("n")).isEqualTo(Optional.of(JsonNull.NULL));
        assertThat(object.has("n")).isTrue();
        assertThat(object.has("m")).isFalse();
    }

    @Test
    void elements_of_an_array_with_a_taker_are_handed_over_in_order_and_not_kept()
            throws JsonSyntax {
        String text =
                """
                {"a":{"b":[1,[2],{"a":{"b":[3]}}],"c":[4]},"b":[5],"a.b":[6],"d":[{"b":[7]}]}\
                """;
        List<String> taken = new ArrayList<>();

        JsonValue rest =
                JsonText.parse(
                        text.getBytes(UTF_8),
                        LIMITS,
                        Map.of("a.b", element -> taken.add(JsonText.print(element))));

        assertThat(taken).containsExactly("1", "[2]", "{\"a\":{\"b\":[3]}}");
        assertThat(JsonText.print(rest))
                .isEqualTo(
                        "{\"a\":{\"b\":[],\"c\":[4]},\"b\":[5],\"a.b\":[6],\"d\":[{\"b\":[7]}]}");
    }
}
