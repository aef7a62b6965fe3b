package dev.belay.core.lock;

import java.util.List;

/// Who holds a lock, and what crashed or refused attempts left beside it.
///
/// @param leftovers names of candidates and reaper records, a bounded number of them; those of live
///   processes too
public record LockReport(LockState state, List<String> leftovers) {
    public LockReport {
        leftovers = List.copyOf(leftovers);
    }
}
