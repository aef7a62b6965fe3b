package dev.belay.staging.warm;

import dev.belay.staging.schema.Digest;
import java.util.List;
import java.util.SortedMap;

/// The repository in a copy, as it was made.
///
/// @param inputs the digest of all that it was made of
/// @param folders the permissions of its directories, by path; parents come first
record SavedRepository(Digest inputs, SortedMap<String, Integer> folders, List<SavedFile> files) {}
