package dev.belay.connector.index;

import java.util.Arrays;
import java.util.Optional;

/// A nonce as 128 bits and a form, from which it could be had back: no two nonces have the same.
final class NonceKey {
    private static final int OURS_LENGTH = 22;
    private static final int SHORT_MAX = 15;
    static final int SHORT = 16;
    private static final int ASCII_MAX = 0x7F;
    private static final byte[] DIGITS = digits();

    private NonceKey() {}

    /// @param form the lowest four bits of base64url, which are zero where it stands for 128; or
    ///   [#SHORT] for short ASCII with its length
    record Packed(long high, long low, int form) {}

    /// Empty for a nonce that has no such form.
    static Optional<Packed> pack(String nonce) {
        if (nonce.length() == OURS_LENGTH) {
            return base64(nonce);
        }
        return nonce.length() <= SHORT_MAX ? ascii(nonce) : Optional.empty();
    }

    /// 22 characters of six bits: twice ten, and two.
    private static Optional<Packed> base64(String nonce) {
        long first = bits(nonce, 0, 10);
        long second = bits(nonce, 10, 20);
        long rest = bits(nonce, 20, OURS_LENGTH);
        if (first < 0 || second < 0 || rest < 0) {
            return Optional.empty();
        }
        long high = first << 4 | second >>> 56;
        long low = second << 8 | rest >>> 4;
        return Optional.of(new Packed(high, low, (int) rest & 0xF));
    }

    /// At most ten digits as one number; -1 where one of them is none.
    private static long bits(String nonce, int from, int to) {
        long bits = 0;
        for (int i = from; i < to; i++) {
            char c = nonce.charAt(i);
            int digit = c < DIGITS.length ? DIGITS[c] : -1;
            if (digit < 0) {
                return -1;
            }
            bits = bits << 6 | digit;
        }
        return bits;
    }

    /// The value of each digit of base64url, by its character; -1 for any other.
    private static byte[] digits() {
        byte[] digits = new byte[ASCII_MAX + 1];
        Arrays.fill(digits, (byte) -1);
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        for (int value = 0; value < alphabet.length(); value++) {
            digits[alphabet.charAt(value)] = (byte) value;
        }
        return digits;
    }

    private static Optional<Packed> ascii(String nonce) {
        long high = 0;
        long low = nonce.length();
        for (int i = 0; i < nonce.length(); i++) {
            char c = nonce.charAt(i);
            if (c > ASCII_MAX) {
                return Optional.empty();
            }
            high = high << 8 | low >>> 56;
            low = low << 8 | c;
        }
        return Optional.of(new Packed(high, low, SHORT));
    }
}
