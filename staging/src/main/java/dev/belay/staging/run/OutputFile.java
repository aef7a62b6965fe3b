package dev.belay.staging.run;

import dev.belay.core.file.Durability;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// One output that was copied, and hashed on both sides.
record OutputFile(long sizeBytes, Digest digest, Durability durability) {
    private static final int PIECE_BYTES = 256 << 10;
    private static final int PRIVATE = 0600;

    /// Copies `name` from one directory to another, where it must be free.
    ///
    /// @param path what messages call it
    static OutputFile copy(Directory from, Directory to, String name, String path)
            throws IOException {
        try (OpenFile source = from.open(name, 0, OpenOption.READ);
                OpenFile target =
                        to.open(
                                name,
                                PRIVATE,
                                OpenOption.READ,
                                OpenOption.WRITE,
                                OpenOption.CREATE,
                                OpenOption.EXCLUSIVE)) {
            FileStatus before = source.status();
            long size = before.sizeBytes();
            Digest read = pass(source, target, size);
            if (!source.status().isUnchanged(before)) {
                throw Preservation.refusal(path, "it changed while it was copied");
            }
            Durability durability = Durability.sync(target);
            if (!hash(target).equals(read)) {
                throw Preservation.refusal(path, "its copy does not hold what was written");
            }
            return new OutputFile(size, read, durability);
        }
    }

    private static Digest pass(OpenFile source, OpenFile target, long size) throws DiskFault {
        byte[] piece = new byte[PIECE_BYTES];
        MessageDigest digest = sha256();
        int count = 0;
        for (long at = 0; at < size && count >= 0; at += Math.max(count, 0)) {
            count = source.read(piece, 0, (int) Math.min(piece.length, size - at), at);
            target.writeAll(piece, 0, Math.max(count, 0), at);
            digest.update(piece, 0, Math.max(count, 0));
        }
        return of(digest);
    }

    private static Digest hash(OpenFile file) throws DiskFault {
        byte[] piece = new byte[PIECE_BYTES];
        MessageDigest digest = sha256();
        long at = 0;
        int count = file.read(piece, 0, piece.length, at);
        while (count > 0) {
            digest.update(piece, 0, count);
            at += count;
            count = file.read(piece, 0, piece.length, at);
        }
        return of(digest);
    }

    private static Digest of(MessageDigest digest) {
        return new Digest(HexFormat.of().formatHex(digest.digest()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
