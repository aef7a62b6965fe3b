package dev.belay.staging.manifest;

import java.util.HexFormat;
import java.util.regex.Pattern;

/// The SHA-1 by which Git names content: of `blob`, a space, its length in decimal, NUL, and it.
///
/// Kept as numbers, since there are as many as a tree has files.
public record BlobId(long first, long second, int third) {
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{40}");
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
        return of(HexFormat.of().formatHex(digest));
    }

    public static boolean isBlobId(String text) {
        return HEX.matcher(text).matches();
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
