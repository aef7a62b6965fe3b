package dev.belay.connector;

/// Decimal numbers as text.
public final class Decimals {
    private static final int DIGITS_MAX = 20;
    private static final long TENTH_MAX = Long.divideUnsigned(-1L, 10);

    private Decimals() {}

    /// The number, unsigned, where `text` is the one way to write it: 1 to 2^64-1, without leading
    /// zeros; else 0.
    public static long number(String text) {
        int length = text.length();
        if (length == 0 || length > DIGITS_MAX || text.charAt(0) == '0') {
            return 0;
        }
        long number = 0;
        for (int i = 0; i < length; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9 || Long.compareUnsigned(number, TENTH_MAX) > 0) {
                return 0;
            }
            long tens = number * 10;
            number = tens + digit;
            if (Long.compareUnsigned(number, tens) < 0) {
                return 0;
            }
        }
        return number;
    }
}
