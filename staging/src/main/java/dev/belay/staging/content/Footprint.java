package dev.belay.staging.content;

import dev.belay.system.FileStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// What the kernel said of each entry of a payload while its content was proved.
///
/// @param statuses by path
/// @param takenAt before the first of them was read
public record Footprint(Map<String, FileStatus> statuses, Instant takenAt) {
    /// Some kernels stamp changes with a clock that ticks every few milliseconds: a younger file
    /// might be changed again and look the same.
    private static final Duration SETTLED_AFTER = Duration.ofMillis(100);

    public Footprint {
        statuses = Map.copyOf(statuses);
    }

    /// The status that was seen then, where it is the same: there is no need to keep another one.
    FileStatus shared(String path, FileStatus now) {
        FileStatus then = statuses.getOrDefault(path, now);
        return then.equals(now) ? then : now;
    }

    /// Whether an equal status proves that the content is still the one that was proved.
    public boolean proves(String path, FileStatus now) {
        Optional<FileStatus> then = Optional.ofNullable(statuses.get(path));
        return then.filter(status ->
                        status.isUnchanged(now)
                                && status.permissions() == now.permissions()
                                && isSettled(status))
                .isPresent();
    }

    private boolean isSettled(FileStatus status) {
        return status.changed().plus(SETTLED_AFTER).isBefore(takenAt);
    }
}
