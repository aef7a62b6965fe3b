package dev.belay.core.json;

/// Finds in a text what no JSON text of ours may hold, whatever its syntax: a byte-order mark, a
/// NUL byte, or a byte that is not UTF-8 by the letter of Unicode (no overlong forms, no
/// surrogates, nothing above U+10FFFF).
final class Utf8Check {
    private Utf8Check() {}

    static void check(byte[] text) throws JsonSyntax {
        if (startsWith(text, 0xEF, 0xBB, 0xBF)
                || startsWith(text, 0xFE, 0xFF)
                || startsWith(text, 0xFF, 0xFE)) {
            throw syntax(text, 0, "byte-order mark");
        }
        int position = 0;
        while (position < text.length) {
            if (text[position] > 0) {
                position++;
            } else if (text[position] == 0) {
                throw syntax(text, position, "NUL bytes");
            } else {
                int length = sequenceLength(text, position);
                if (length == 0) {
                    throw syntax(text, position, "a byte that is not UTF-8");
                }
                position += length;
            }
        }
    }

    /// How many bytes the character at `from` has, two to four; zero when it is none.
    private static int sequenceLength(byte[] text, int from) {
        int first = text[from] & 0xFF;
        int second = continuation(text, from + 1);
        if (first < 0xC2 || first > 0xF4 || second < 0) {
            return 0;
        }
        if (first < 0xE0) {
            return 2;
        }
        if (continuation(text, from + 2) < 0) {
            return 0;
        }
        if (first < 0xF0) {
            boolean overlong = first == 0xE0 && second < 0xA0;
            boolean surrogate = first == 0xED && second >= 0xA0;
            return overlong || surrogate ? 0 : 3;
        }
        boolean overlong = first == 0xF0 && second < 0x90;
        boolean beyond = first == 0xF4 && second >= 0x90;
        return overlong || beyond || continuation(text, from + 3) < 0 ? 0 : 4;
    }

    /// The byte at `position` when it continues a character, else -1.
    private static int continuation(byte[] text, int position) {
        return position < text.length && (text[position] & 0xC0) == 0x80
                ? text[position] & 0xFF
                : -1;
    }

    private static boolean startsWith(byte[] text, int... bytes) {
        if (text.length < bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if ((text[i] & 0xFF) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    /// A failure at the byte `offset`, whose line and column are counted here.
    static JsonSyntax syntax(byte[] text, int offset, String what) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < Math.min(offset, text.length); i++) {
            if (text[i] == '\n') {
                line++;
                column = 1;
            } else if ((text[i] & 0xC0) != 0x80) {
                column++;
            }
        }
        return new JsonSyntax(line, column, what);
    }
}
