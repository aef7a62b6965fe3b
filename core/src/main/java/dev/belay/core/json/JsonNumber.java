package dev.belay.core.json;

import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// A JSON number, kept as it was written: `1e3` and `1000.0` differ from `1000` in their literal
/// only.
public record JsonNumber(String literal) implements JsonValue {
    /// The greatest integer that every JSON reader holds exactly, 2^53 - 1.
    public static final long SAFE_INTEGER_MAX = (1L << 53) - 1;

    /// No safe integer has more digits before its point.
    private static final int SAFE_DIGITS_MAX = 16;

    private static final Pattern GRAMMAR =
            Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    public JsonNumber {
        if (!isPlain(literal) && !GRAMMAR.matcher(literal).matches()) {
            throw new IllegalArgumentException("not a JSON number");
        }
    }

    public static JsonNumber of(long value) {
        return new JsonNumber(Long.toString(value));
    }

    /// The value, where it is integral and of a magnitude of at most [#SAFE_INTEGER_MAX].
    public OptionalLong safeInteger() {
        if (isPlain(literal)) {
            return OptionalLong.of(Long.parseLong(literal));
        }
        BigDecimal value;
        try {
            value = new BigDecimal(literal).stripTrailingZeros();
        } catch (NumberFormatException _) {
            return OptionalLong.empty(); // An exponent beyond 2^31.
        }
        // The scale first: expanding 1e999999999 would take all memory.
        if (value.scale() > 0 || (long) value.precision() - value.scale() > SAFE_DIGITS_MAX) {
            return OptionalLong.empty();
        }
        long integer = value.longValueExact();
        return Math.abs(integer) <= SAFE_INTEGER_MAX
                ? OptionalLong.of(integer)
                : OptionalLong.empty();
    }

    /// Whether the literal is one of the common ones, which need no arithmetic: digits, few enough.
    private static boolean isPlain(String literal) {
        int length = literal.length();
        if (length == 0 || length >= SAFE_DIGITS_MAX || (length > 1 && literal.charAt(0) == '0')) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (literal.charAt(i) < '0' || literal.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
