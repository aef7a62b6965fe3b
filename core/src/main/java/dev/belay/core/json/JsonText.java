package dev.belay.core.json;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;

/// Reads and prints JSON.
public final class JsonText {
    private JsonText() {}

    /// Reads `text`, which is all of one value in UTF-8.
    ///
    /// @throws JsonSyntax when it is anything else, or beyond `limits`
    public static JsonValue parse(byte[] text, JsonLimits limits) throws JsonSyntax {
        return parse(text, limits, Map.of());
    }

    /// Like [#parse], but the elements of long arrays are handed over one by one as they are read,
    /// and the arrays are empty in what is returned.
    ///
    /// @param takers by the names that lead to the array from the top, for example `source.files`
    public static JsonValue parse(
            byte[] text, JsonLimits limits, Map<String, Consumer<JsonValue>> takers)
            throws JsonSyntax {
        check(text, limits);
        return new JsonReader(text, limits, takers).read();
    }

    private static void check(byte[] text, JsonLimits limits) throws JsonSyntax {
        if (text.length > limits.bytesMax()) {
            throw new JsonSyntax(1, 1, "longer than %d bytes".formatted(limits.bytesMax()));
        }
        Utf8Check.check(text);
    }

    /// Like the other, of a text that is characters; [JsonObject#source] counts bytes of its UTF-8.
    public static JsonValue parse(String text, JsonLimits limits) throws JsonSyntax {
        int position = JsonPrinter.loneSurrogate(text);
        if (position >= 0) {
            byte[] before = text.substring(0, position).getBytes(StandardCharsets.UTF_8);
            throw Utf8Check.syntax(before, before.length, "unpaired surrogate");
        }
        return parse(text.getBytes(StandardCharsets.UTF_8), limits);
    }

    /// The value on one line, without spaces.
    public static String print(JsonValue value) {
        return new JsonPrinter(false).print(value);
    }

    /// The value with one member or element a line, indented by two spaces; no final line feed.
    public static String printIndented(JsonValue value) {
        return new JsonPrinter(true).print(value);
    }
}
