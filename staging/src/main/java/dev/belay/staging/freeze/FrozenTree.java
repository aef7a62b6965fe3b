package dev.belay.staging.freeze;

import dev.belay.staging.manifest.FrozenSource;

/// What became of a working tree.
///
/// @param source what the copy holds of it
/// @param bytes how much was copied
/// @param fromIndex how many of the files were not in the working tree, by the rules of a sparse
///   checkout, and came from the object store
public record FrozenTree(FrozenSource source, long bytes, int fromIndex) {}
