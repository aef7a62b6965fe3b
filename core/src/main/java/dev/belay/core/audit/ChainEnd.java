package dev.belay.core.audit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// How far a chain of lines goes.
///
/// @param count how many lines
/// @param bytes the position behind the last line's line feed
/// @param hash SHA-256 of the last line without its line feed, in lower-case hex
record ChainEnd(long count, long bytes, String hash) {
    static final ChainEnd START = new ChainEnd(0, 0, "0".repeat(64));

    /// The end after one more line, given without its line feed.
    ChainEnd after(byte[] line) {
        return new ChainEnd(count + 1, bytes + line.length + 1, hash(line));
    }

    static String hash(byte[] line) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(line);
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
