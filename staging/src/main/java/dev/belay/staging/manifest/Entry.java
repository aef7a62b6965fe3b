package dev.belay.staging.manifest;

/// One thing below the payload of a staging.
public sealed interface Entry {
    /// In the payload, for example `source/README.md`.
    String path();

    /// A directory. Its permissions are not sealed.
    record Folder(String path) implements Entry {
        public Folder {
            require(path);
        }
    }

    /// A file or a symbolic link, whose content is that of `blob`.
    record Content(String path, FileMode mode, BlobId blob) implements Entry {
        public Content {
            require(path);
        }
    }

    private static void require(String path) {
        if (!TreePath.isSafe(path)) {
            throw new IllegalArgumentException("a path leads out of the payload");
        }
    }
}
