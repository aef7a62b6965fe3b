package dev.belay.staging.manifest;

import dev.belay.system.FileNames;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The id that Git gives to content: SHA-1 over `blob`, the length, NUL, and the content.
public final class BlobDigest {
    private final MessageDigest digest;

    /// A digest of content to come.
    ///
    /// @param sizeBytes how much there will be
    public BlobDigest(long sizeBytes) {
        this("blob", sizeBytes);
    }

    /// The digest of an object of another kind: a `tree`, or a `commit`.
    public static BlobDigest ofKind(String kind, long sizeBytes) {
        return new BlobDigest(kind, sizeBytes);
    }

    private BlobDigest(String kind, long sizeBytes) {
        try {
            digest = MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-1", e);
        }
        digest.update((kind + " " + sizeBytes + "\0").getBytes(StandardCharsets.US_ASCII));
    }

    public void add(byte[] bytes, int offset, int length) {
        digest.update(bytes, offset, length);
    }

    /// Called once, at the end.
    public BlobId id() {
        return BlobId.of(digest.digest());
    }

    /// The id of a symbolic link with this text.
    public static BlobId ofLink(String text) {
        byte[] bytes = FileNames.encodeText(text);
        BlobDigest digest = new BlobDigest(bytes.length);
        digest.add(bytes, 0, bytes.length);
        return digest.id();
    }
}
