package dev.belay.staging.schema;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// A SHA-256, which names some bytes for good.
///
/// @param hex 64 lower-case hexadecimal digits
public record Digest(String hex) {
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");

    public Digest {
        if (!isDigest(hex)) {
            throw new IllegalArgumentException("not a SHA-256: " + hex);
        }
    }

    /// The digest of `bytes`.
    public static Digest of(byte[] bytes) {
        return new Digest(HexFormat.of().formatHex(begin().digest(bytes)));
    }

    /// The digest of what went through `digest`, which begins anew.
    public static Digest of(MessageDigest digest) {
        return new Digest(HexFormat.of().formatHex(digest.digest()));
    }

    /// For bytes that come piece by piece.
    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    public static boolean isDigest(String text) {
        return HEX.matcher(text).matches();
    }

    @Override
    public String toString() {
        return hex;
    }
}
