package dev.belay.connector.index;

import java.util.Optional;

/// A nonce as 128 bits and a form, from which it could be had back: no two nonces have the same.
final class NonceKey {
    private static final int OURS_LENGTH = 22;
    private static final int SHORT_MAX = 15;
    static final int SHORT = 16;
    private static final int ASCII_MAX = 0x7F;

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

    /// 22 characters of six bits.
    private static Optional<Packed> base64(String nonce) {
        long high = 0;
        long low = 0;
        int rest = 0;
        for (int i = 0; i < OURS_LENGTH; i++) {
            int bits = digit(nonce.charAt(i));
            boolean isLast = i == OURS_LENGTH - 1;
            if (bits < 0) {
                return Optional.empty();
            }
            rest = bits & 0xF;
            int width = isLast ? 2 : 6;
            high = high << width | low >>> (64 - width);
            low = low << width | (isLast ? bits >> 4 : bits);
        }
        return Optional.of(new Packed(high, low, rest));
    }

    private static int digit(char c) {
        if (c >= 'A' && c <= 'Z') {
            return c - 'A';
        } else if (c >= 'a' && c <= 'z') {
            return c - 'a' + 26;
        } else if (c >= '0' && c <= '9') {
            return c - '0' + 52;
        }
        return c == '-' ? 62 : c == '_' ? 63 : -1;
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
