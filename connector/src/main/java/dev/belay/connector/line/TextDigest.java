package dev.belay.connector.line;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// What tells a text from others without holding it.
///
/// @param sha256 in lower-case hexadecimal, of its UTF-8
/// @param lengthBytes of its UTF-8
public record TextDigest(String sha256, int lengthBytes) {
    public static TextDigest of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new TextDigest(HexFormat.of().formatHex(digest), bytes.length);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
