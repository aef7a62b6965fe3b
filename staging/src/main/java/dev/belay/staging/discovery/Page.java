package dev.belay.staging.discovery;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A part of all stagings.
///
/// @param next the name after which the next page begins; null when this was the last one
public record Page(List<Found> entries, @Nullable String next) {
    public Page {
        entries = List.copyOf(entries);
    }

    /// Where to go on, when there is more.
    public Optional<String> position() {
        return Optional.ofNullable(next);
    }
}
