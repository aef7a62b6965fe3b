package dev.belay.staging.freeze;

import dev.belay.staging.git.IndexEntry;

/// A path that belongs into a copy if it is there.
public sealed interface Wanted {
    String path();

    /// One that Git tracks, so that its absence is a deletion.
    record Tracked(IndexEntry entry) implements Wanted {
        @Override
        public String path() {
            return entry.path();
        }
    }

    /// One that Git has just seen and neither tracks nor ignores, so that its absence is a change.
    record Untracked(String path) implements Wanted {}

    /// The name in its directory.
    default String name() {
        return path().substring(path().lastIndexOf('/') + 1);
    }
}
