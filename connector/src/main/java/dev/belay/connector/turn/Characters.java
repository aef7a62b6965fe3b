package dev.belay.connector.turn;

/// What texts are made of.
public final class Characters {
    private static final char REPLACEMENT = '\uFFFD';

    private Characters() {}

    /// The text with U+FFFD in place of each half of a character that lacks the other: such a half
    /// has no bytes, and would be lost or refused at some later step.
    public static String whole(String text) {
        StringBuilder whole = new StringBuilder(text.length());
        text.codePoints()
                .map(point -> isHalf(point) ? REPLACEMENT : point)
                .forEach(whole::appendCodePoint);
        return whole.toString();
    }

    private static boolean isHalf(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }
}
