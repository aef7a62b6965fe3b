package dev.belay.staging.freeze;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.IndexEntry;
import dev.belay.staging.git.ObjectReader;
import dev.belay.staging.git.Quoted;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.system.Directory;
import dev.belay.system.FileNames;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes the files that a sparse checkout leaves out, as the index has them.
final class SparseFiles implements ObjectReader.Receiver {
    private static final int LINK_BYTES_MAX = 4095;

    private final Directory target;
    private final List<IndexEntry> entries;
    private final List<SourceFile> files = new ArrayList<>();

    // Of the blob that is being received.
    private @Nullable OpenFile file;
    private @Nullable BlobDigest digest;
    private final ByteArrayOutputStream link = new ByteArrayOutputStream();
    private long written;

    /// @param entries whose blobs will come in this order
    SparseFiles(Directory target, List<IndexEntry> entries) {
        this.target = target;
        this.entries = entries;
    }

    @Override
    public void begins(int number, long size) throws IOException {
        IndexEntry entry = entries.get(number);
        written = 0;
        digest = new BlobDigest(size);
        link.reset();
        if (mode(entry) == FileMode.LINK) {
            if (size > LINK_BYTES_MAX) {
                throw Selection.refusal(entry.path(), "the text of the link is too long", "");
            }
            return;
        }
        int permissions = mode(entry) == FileMode.EXECUTABLE ? 0777 : 0666;
        try (Descent parent = Descent.making(target, directoryOf(entry))) {
            file =
                    parent.directory()
                            .open(
                                    nameOf(entry),
                                    permissions,
                                    OpenOption.WRITE,
                                    OpenOption.CREATE,
                                    OpenOption.EXCLUSIVE);
        }
    }

    @Override
    public void takes(byte[] bytes, int offset, int length) throws IOException {
        Objects.requireNonNull(digest).add(bytes, offset, length);
        if (file == null) {
            link.write(bytes, offset, length);
            return;
        }
        file.writeAll(bytes, offset, length, written);
        written += length;
    }

    @Override
    public void ends(int number) throws IOException {
        IndexEntry entry = entries.get(number);
        if (file != null) {
            file.close();
            file = null;
        } else {
            byte[] text = link.toByteArray();
            try (Descent parent = Descent.making(target, directoryOf(entry))) {
                parent.directory().symlink(FileNames.decode(text, 0, text.length), nameOf(entry));
            }
        }
        BlobId blob = Objects.requireNonNull(digest).id();
        if (!blob.hex().equals(entry.blob())) {
            throw new Refusal(
                    ErrorCode.GIT_FAILED,
                    Quoted.of(entry.path()),
                    "the repository's object is damaged",
                    "run git fsck in the repository");
        }
        files.add(new SourceFile(entry.path(), mode(entry), blob));
    }

    /// Everything that came.
    List<SourceFile> files() {
        return files;
    }

    /// Closes what a failure left open.
    void close() {
        if (file != null) {
            file.close();
        }
    }

    private static FileMode mode(IndexEntry entry) {
        return FileMode.of(entry.mode()).orElse(FileMode.REGULAR);
    }

    private static String nameOf(IndexEntry entry) {
        return entry.path().substring(entry.path().lastIndexOf('/') + 1);
    }

    private static String directoryOf(IndexEntry entry) {
        return entry.path().substring(0, Math.max(entry.path().lastIndexOf('/'), 0));
    }
}
