package dev.belay.app.cli.frame;

/// How a word stands out on a terminal that shows colors.
///
/// A styled text carries marks from Unicode's private use area. [Output] turns them into escape
/// sequences or drops them, and makes every other control character harmless: so a computer whose
/// name holds an escape sequence cannot write on the operator's terminal.
public enum Style {
    STRONG('\uE001', "1"),
    FAINT('\uE002', "2"),
    GOOD('\uE003', "32"),
    WARNING('\uE004', "33"),
    BAD('\uE005', "31");

    private static final char END = '\uE000';

    private final char mark;
    private final String sequence;

    Style(char mark, String sequence) {
        this.mark = mark;
        this.sequence = sequence;
    }

    /// `text` with the marks of this style around it.
    public String of(String text) {
        return mark + text + END;
    }

    /// How many characters of `text` are seen.
    static int width(String text) {
        int width = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean seen = escape(c).isEmpty() && !Character.isLowSurrogate(c);
            width += seen ? 1 : 0;
        }
        return width;
    }

    /// The escape sequence that a mark stands for; empty for every other character.
    static String escape(char c) {
        if (c < END) {
            return "";
        }
        if (c == END) {
            return "\u001B[0m";
        }
        for (Style style : values()) {
            if (style.mark == c) {
                return "\u001B[" + style.sequence + "m";
            }
        }
        return "";
    }
}
