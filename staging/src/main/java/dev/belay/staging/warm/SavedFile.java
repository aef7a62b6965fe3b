package dev.belay.staging.warm;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A file of the copy's own repository, where it is small with its content, so that it can be put
/// back.
final class SavedFile {
    private final WarmFile file;
    private final byte @Nullable [] content;

    /// @param content all of it; null where it is too much to keep
    SavedFile(WarmFile file, byte @Nullable [] content) {
        this.file = file;
        this.content = content;
    }

    WarmFile file() {
        return file;
    }

    Optional<byte[]> content() {
        return Optional.ofNullable(content);
    }

    SavedFile with(WarmFile other) {
        return new SavedFile(other, content);
    }
}
