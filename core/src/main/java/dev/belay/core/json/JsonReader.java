package dev.belay.core.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads one text that [Utf8Check] has passed, by the grammar of RFC 8259 and nothing beside it.
///
/// One method for each rule of the grammar; `at` is the next byte to be read.
final class JsonReader {
    /// Longer than any number that a double or a long tells apart.
    private static final int NUMBER_LENGTH_MAX = 1_000;

    private static final int KEY_SHOWN_MAX = 40;
    private static final int UNICODE_DIGITS = 4;

    /// What is behind the last byte; no byte of a text has it.
    private static final int END = -1;

    private final byte[] text;
    private final JsonLimits limits;
    private final Map<String, Consumer<JsonValue>> takers;
    private int at;

    /// The names that lead to the value that is read; null within an array, or where nobody asks.
    private @Nullable String path;

    /// @param takers of the elements of arrays, see [JsonText#parse]
    JsonReader(byte[] text, JsonLimits limits, Map<String, Consumer<JsonValue>> takers) {
        this.text = text;
        this.limits = limits;
        this.takers = takers;
        this.path = takers.isEmpty() ? null : "";
    }

    JsonValue read() throws JsonSyntax {
        if (skipSpace() == END) {
            throw syntax("empty");
        }
        JsonValue value = value(0);
        if (skipSpace() != END) {
            throw syntax("more text behind the value");
        }
        return value;
    }

    private int next() {
        return at < text.length ? text[at] : END;
    }

    /// The next byte that is no space, without taking it.
    private int skipSpace() {
        while (at < text.length) {
            byte b = text[at];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b;
            }
            at++;
        }
        return END;
    }

    /// A value; the next byte is no space.
    private JsonValue value(int depth) throws JsonSyntax {
        return switch (next()) {
            case '{' -> object(deeper(depth));
            case '[' -> array(deeper(depth));
            case '"' -> new JsonString(string());
            case 't' -> word("true", JsonBoolean.TRUE);
            case 'f' -> word("false", JsonBoolean.FALSE);
            case 'n' -> word("null", JsonNull.NULL);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw expected("a value");
        };
    }

    private int deeper(int depth) throws JsonSyntax {
        if (depth == limits.depthMax()) {
            throw syntax("nested deeper than %d levels".formatted(depth));
        }
        return depth + 1;
    }

    private JsonObject object(int depth) throws JsonSyntax {
        int from = at++;
        Map<String, JsonValue> members = new LinkedHashMap<>();
        if (skipSpace() == '}') {
            at++;
        } else {
            do {
                member(members, depth);
            } while (hasMore('}', "a comma or a closing brace"));
        }
        return JsonObject.read(members, new SourceRange(from, at));
    }

    private void member(Map<String, JsonValue> members, int depth) throws JsonSyntax {
        if (skipSpace() != '"') {
            throw expected("a name in quotes");
        }
        int nameAt = at;
        String name = string();
        if (skipSpace() != ':') {
            throw expected("a colon");
        }
        at++;
        skipSpace();
        String above = path;
        path = below(above, name);
        JsonValue value = value(depth);
        path = above;
        if (members.putIfAbsent(name, value) != null) {
            at = nameAt;
            throw syntax("key %s twice".formatted(shown(name)));
        }
    }

    private static @Nullable String below(@Nullable String above, String name) {
        if (above == null || name.contains(".")) {
            return null;
        }
        return above.isEmpty() ? name : above + "." + name;
    }

    private JsonArray array(int depth) throws JsonSyntax {
        at++;
        String above = path;
        path = null;
        List<JsonValue> elements = new ArrayList<>();
        Consumer<JsonValue> taker =
                above == null ? elements::add : takers.getOrDefault(above, elements::add);
        if (skipSpace() == ']') {
            at++;
        } else {
            do {
                skipSpace();
                taker.accept(value(depth));
            } while (hasMore(']', "a comma or a closing bracket"));
        }
        path = above;
        return new JsonArray(elements);
    }

    /// Takes the comma before a further entry, or the byte that closes the list of them.
    private boolean hasMore(char close, String wanted) throws JsonSyntax {
        int found = skipSpace();
        if (found != ',' && found != close) {
            throw expected(wanted);
        }
        at++;
        return found == ',';
    }

    private JsonValue word(String word, JsonValue meaning) throws JsonSyntax {
        for (int i = 0; i < word.length(); i++) {
            if (next() != word.charAt(i)) {
                throw expected("a value");
            }
            at++;
        }
        return meaning;
    }

    private JsonNumber number() throws JsonSyntax {
        int from = at;
        if (next() == '-') {
            at++;
        }
        if (next() == '0') {
            at++; // And no digit behind it: what follows is not part of the number.
        } else {
            digits();
        }
        if (next() == '.') {
            at++;
            digits();
        }
        if (next() == 'e' || next() == 'E') {
            at++;
            if (next() == '+' || next() == '-') {
                at++;
            }
            digits();
        }
        if (at - from > NUMBER_LENGTH_MAX) {
            at = from;
            throw syntax("a number of more than %d digits".formatted(NUMBER_LENGTH_MAX));
        }
        return new JsonNumber(new String(text, from, at - from, ISO_8859_1));
    }

    private void digits() throws JsonSyntax {
        int from = at;
        while (next() >= '0' && next() <= '9') {
            at++;
        }
        if (at == from) {
            throw expected("a digit");
        }
    }

    /// A string; the next byte is its opening quote.
    private String string() throws JsonSyntax {
        int from = ++at;
        skipPlain();
        if (next() == '"') {
            return new String(text, from, at++ - from, UTF_8);
        }
        StringBuilder value = new StringBuilder();
        while (next() == '\\') {
            value.append(new String(text, from, at - from, UTF_8));
            at++;
            value.append(escape());
            from = at;
            skipPlain();
        }
        if (next() != '"') {
            throw next() == END
                    ? expected("a closing quote")
                    : syntax("a control character in a string");
        }
        return value.append(new String(text, from, at++ - from, UTF_8)).toString();
    }

    /// Skips what stands for itself in a string. A byte of a longer character is negative.
    private void skipPlain() {
        while (at < text.length) {
            byte b = text[at];
            if (b == '"' || b == '\\' || (b >= 0 && b < ' ')) {
                return;
            }
            at++;
        }
    }

    private char escape() throws JsonSyntax {
        int escaped = next();
        at++;
        return switch (escaped) {
            case '"', '\\', '/' -> (char) escaped;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> {
                at--;
                throw expected("an escape of JSON");
            }
        };
    }

    private char unicode() throws JsonSyntax {
        int unit = 0;
        for (int i = 0; i < UNICODE_DIGITS; i++) {
            if (!HexFormat.isHexDigit(next())) {
                throw expected("a hexadecimal digit");
            }
            unit = unit << 4 | HexFormat.fromHexDigit(next());
            at++;
        }
        return (char) unit;
    }

    private static String shown(String name) {
        boolean whole = name.length() <= KEY_SHOWN_MAX;
        String start = whole ? name : name.substring(0, KEY_SHOWN_MAX) + "…";
        return JsonText.print(new JsonString(start));
    }

    private JsonSyntax expected(String wanted) {
        return syntax(
                at < text.length
                        ? "%s is expected".formatted(wanted)
                        : "the text ends where %s is expected".formatted(wanted));
    }

    private JsonSyntax syntax(String what) {
        return Utf8Check.syntax(text, at, what);
    }
}
