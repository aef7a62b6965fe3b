package dev.belay.core.json;

import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;

/// Prints as JavaScript's `JSON.stringify` does, so that files do not differ by who wrote them.
///
/// Only what must be escaped is: quotes, backslashes, control characters below U+0020, and unpaired
/// surrogates, which UTF-8 could not hold. Integers are printed in plain digits, other numbers as
/// they were read.
final class JsonPrinter {
    private static final HexFormat HEX = HexFormat.of();

    private final boolean indented;
    private final StringBuilder out = new StringBuilder();

    JsonPrinter(boolean indented) {
        this.indented = indented;
    }

    String print(JsonValue value) {
        value(value, 0);
        return out.toString();
    }

    private void value(JsonValue value, int depth) {
        switch (value) {
            case JsonObject object -> object(object.members(), depth);
            case JsonArray array -> array(array, depth);
            case JsonString string -> string(string.value());
            case JsonNumber number -> number(number);
            case JsonBoolean bool -> out.append(bool == JsonBoolean.TRUE);
            case JsonNull _ -> out.append("null");
        }
    }

    private void number(JsonNumber number) {
        var integer = number.safeInteger();
        if (integer.isPresent()) {
            out.append(integer.getAsLong());
        } else {
            out.append(number.literal());
        }
    }

    private void object(Map<String, JsonValue> members, int depth) {
        out.append('{');
        boolean first = true;
        for (Map.Entry<String, JsonValue> member : members.entrySet()) {
            separate(first, depth + 1);
            first = false;
            string(member.getKey());
            out.append(indented ? ": " : ":");
            value(member.getValue(), depth + 1);
        }
        if (!first) {
            newLine(depth);
        }
        out.append('}');
    }

    private void array(JsonArray array, int depth) {
        out.append('[');
        Iterator<JsonValue> elements = array.elements().iterator();
        boolean first = true;
        while (elements.hasNext()) {
            separate(first, depth + 1);
            first = false;
            value(elements.next(), depth + 1);
        }
        if (!first) {
            newLine(depth);
        }
        out.append(']');
    }

    private void separate(boolean first, int depth) {
        if (!first) {
            out.append(',');
        }
        newLine(depth);
    }

    private void newLine(int depth) {
        if (indented) {
            out.append('\n').repeat(' ', 2 * depth);
        }
    }

    private void string(String value) {
        out.append('"');
        int from = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' '
                    || c == '"'
                    || c == '\\'
                    || (Character.isSurrogate(c) && isLone(value, i))) {
                out.append(value, from, i);
                escape(c);
                from = i + 1;
            }
        }
        out.append(value, from, value.length()).append('"');
    }

    private void escape(char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> out.append("\\u").append(HEX.toHexDigits(c));
        }
    }

    /// The first position of a surrogate without its other half, or -1.
    static int loneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isLone(text, i)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isLone(String text, int position) {
        char c = text.charAt(position);
        if (Character.isHighSurrogate(c)) {
            return position + 1 == text.length()
                    || !Character.isLowSurrogate(text.charAt(position + 1));
        }
        return Character.isLowSurrogate(c)
                && (position == 0 || !Character.isHighSurrogate(text.charAt(position - 1)));
    }
}
