package dev.belay.staging.freeze;

import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.SourceFile;
import java.util.ArrayList;
import java.util.List;

/// What became of a working tree.
///
/// @param source what the copy holds of it
/// @param along ignored files that were asked for by name; they are no source
/// @param bytes how much was copied
/// @param fromIndex how many of the files were not in the working tree, by the rules of a sparse
///   checkout, and came from the object store
public record FrozenTree(FrozenSource source, List<SourceFile> along, long bytes, int fromIndex) {
    /// All that was copied.
    public List<SourceFile> copied() {
        List<SourceFile> all = new ArrayList<>(source.files());
        all.addAll(along);
        return all;
    }
}
