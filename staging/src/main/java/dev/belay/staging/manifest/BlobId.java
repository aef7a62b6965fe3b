package dev.belay.staging.manifest;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/// The SHA-1 by which Git names content: of `blob`, a space, its length in decimal, NUL, and it.
///
/// Kept as numbers, since there are as many as a tree has files.
public record BlobId(long first, long second, int third) {
    private static final int BYTES = 20;
    private static final int LONG_DIGITS = 16;

    /// The id that is spelled `hex`.
    ///
    /// @param hex 40 lower-case hexadecimal digits
    public static BlobId of(String hex) {
        if (!isBlobId(hex)) {
            throw new IllegalArgumentException("not a SHA-1: " + hex);
        }
        return new BlobId(
                HexFormat.fromHexDigitsToLong(hex, 0, LONG_DIGITS),
                HexFormat.fromHexDigitsToLong(hex, LONG_DIGITS, 2 * LONG_DIGITS),
                HexFormat.fromHexDigits(hex, 2 * LONG_DIGITS, hex.length()));
    }

    /// The id of content with this digest.
    ///
    /// @param digest the 20 bytes of a SHA-1
    public static BlobId of(byte[] digest) {
        if (digest.length != BYTES) {
            throw new IllegalArgumentException("not a SHA-1: %d bytes".formatted(digest.length));
        }
        ByteBuffer bytes = ByteBuffer.wrap(digest);
        return new BlobId(bytes.getLong(), bytes.getLong(), bytes.getInt());
    }

    public static boolean isBlobId(String text) {
        if (text.length() != 2 * BYTES) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char digit = text.charAt(i);
            if ((digit < '0' || digit > '9') && (digit < 'a' || digit > 'f')) {
                return false;
            }
        }
        return true;
    }

    /// 40 lower-case hexadecimal digits.
    public String hex() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(first) + hex.toHexDigits(second) + hex.toHexDigits(third);
    }

    @Override
    public String toString() {
        return hex();
    }
}
