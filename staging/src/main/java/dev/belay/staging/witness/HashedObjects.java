package dev.belay.staging.witness;

import dev.belay.core.error.Refusal;
import dev.belay.staging.git.GitObject;
import dev.belay.staging.git.ObjectReader;
import dev.belay.staging.manifest.BlobDigest;
import dev.belay.staging.manifest.BlobId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Hashes objects as they come, and keeps those that were asked to be kept.
///
/// - **Refuses:** an object whose bytes do not hash to its name.
final class HashedObjects implements ObjectReader.Receiver {
    /// All trees of millions of files.
    private static final long KEPT_BYTES_MAX = 256L << 20;

    private final List<GitObject> objects;
    private final boolean isKeeping;
    private final Map<String, byte[]> kept = new HashMap<>();
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private BlobDigest digest = new BlobDigest(0);
    private long keptBytes;

    private HashedObjects(List<GitObject> objects, boolean isKeeping) {
        this.objects = objects;
        this.isKeeping = isKeeping;
    }

    /// Reads objects for their own sake.
    static void check(ObjectSource source, List<GitObject> objects) throws IOException {
        if (!objects.isEmpty()) {
            source.read(objects, new HashedObjects(objects, false));
        }
    }

    /// The content of objects, by name.
    static Map<String, byte[]> read(ObjectSource source, List<GitObject> objects)
            throws IOException {
        HashedObjects hashed = new HashedObjects(objects, true);
        if (!objects.isEmpty()) {
            source.read(objects, hashed);
        }
        return hashed.kept;
    }

    @Override
    public void begins(int number, long sizeBytes) throws IOException {
        digest = BlobDigest.ofKind(objects.get(number).kind().word(), sizeBytes);
        keptBytes += isKeeping ? sizeBytes : 0;
        if (keptBytes > KEPT_BYTES_MAX) {
            throw Unproved.refusal("its trees are larger than Belay reads");
        }
    }

    @Override
    public void takes(byte[] bytes, int offset, int length) {
        digest.add(bytes, offset, length);
        if (isKeeping) {
            content.write(bytes, offset, length);
        }
    }

    @Override
    public void ends(int number) throws IOException {
        GitObject object = objects.get(number);
        if (!digest.id().equals(BlobId.of(object.id()))) {
            throw damaged(object);
        }
        if (isKeeping) {
            kept.put(object.id(), content.toByteArray());
            content.reset();
        }
    }

    static Refusal damaged(GitObject object) {
        return Unproved.refusal(
                "its %s %s is damaged".formatted(object.kind().word(), object.id()),
                "run git fsck in that repository");
    }
}
