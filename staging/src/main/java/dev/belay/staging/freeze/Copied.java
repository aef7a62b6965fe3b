package dev.belay.staging.freeze;

import dev.belay.staging.manifest.SourceFile;
import dev.belay.system.FileStatus;

/// A file or link that is in the copy.
///
/// @param status of the source, before it was read
record Copied(SourceFile file, FileStatus status) {
    String path() {
        return file.path();
    }
}
