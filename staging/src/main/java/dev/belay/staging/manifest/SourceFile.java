package dev.belay.staging.manifest;

/// A file of the working tree that was copied.
///
/// @param path in the working tree
public record SourceFile(String path, FileMode mode, BlobId blob) {
    public SourceFile {
        if (!TreePath.isSafe(path)) {
            throw new IllegalArgumentException("a path leads out of the tree");
        }
    }
}
