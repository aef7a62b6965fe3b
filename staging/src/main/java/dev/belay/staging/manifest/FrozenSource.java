package dev.belay.staging.manifest;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What of a working tree was copied, and what it no longer has.
///
/// @param files each path once
/// @param deleted paths that the base has and the working tree has not; each once, none of `files`
public record FrozenSource(List<SourceFile> files, List<String> deleted) {
    public FrozenSource {
        files = List.copyOf(files);
        deleted = List.copyOf(deleted);
        Set<String> paths = HashSet.newHashSet(files.size() + deleted.size());
        for (SourceFile file : files) {
            require(paths.add(file.path()), "names a path twice");
        }
        for (String path : deleted) {
            require(TreePath.isSafe(path), "names a path that leads out of the tree");
            require(paths.add(path), "names a path twice");
        }
    }

    private static void require(boolean valid, String otherwise) {
        if (!valid) {
            throw new IllegalArgumentException("a frozen source " + otherwise);
        }
    }
}
