package dev.belay.staging.warm;

import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.SourceFile;
import org.jspecify.annotations.Nullable;

/// A file or link of the copy.
///
/// @param path below the top of the copy
/// @param source of what was copied; null for what came from the object store
/// @param copy of what is in the copy
/// @param isFresh whether `copy` proves nothing yet, so that the content is read once more
record WarmFile(
        String path,
        FileMode mode,
        BlobId blob,
        @Nullable Stamp source,
        Stamp copy,
        boolean isFresh) {
    SourceFile file() {
        return new SourceFile(path, mode, blob);
    }

    WarmFile withFresh(boolean other) {
        return new WarmFile(path, mode, blob, source, copy, other);
    }
}
