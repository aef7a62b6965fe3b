package dev.belay.staging.manifest;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// All that a sealed copy holds.
///
/// @param source what was copied from the working tree
/// @param entries everything below the payload, each path once, the source among it
public record Manifest(FrozenSource source, List<Entry> entries) {
    public Manifest {
        entries = List.copyOf(entries);
        Set<String> paths = HashSet.newHashSet(entries.size());
        for (Entry entry : entries) {
            if (!paths.add(entry.path())) {
                throw new IllegalArgumentException("a manifest names a path twice");
            }
        }
    }
}
