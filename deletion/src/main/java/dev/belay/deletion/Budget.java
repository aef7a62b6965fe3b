package dev.belay.deletion;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/// How many deletions may be asked for, against a caller that runs away.
///
/// @param perHourMax new or repeated intents within an hour
/// @param perDayMax the same within a day
public record Budget(int perHourMax, int perDayMax) {
    public static final Duration HOUR = Duration.ofHours(1);
    public static final Duration DAY = Duration.ofDays(1);

    public static final Budget UNLIMITED = new Budget(Integer.MAX_VALUE, Integer.MAX_VALUE);

    public Budget {
        if (perHourMax < 1 || perDayMax < 1) {
            throw new IllegalArgumentException("a budget below one allows nothing");
        }
    }

    public boolean isUnlimited() {
        return equals(UNLIMITED);
    }

    /// Why one more may not be asked for now, as the middle of a sentence; empty when it may.
    ///
    /// @param earlier when the others were asked for. One in the future counts: the clock was set
    ///   back, and a budget must not be had twice.
    public Optional<String> excess(Collection<Instant> earlier, Instant now) {
        if (count(earlier, now.minus(HOUR)) >= perHourMax) {
            return Optional.of("%d deletions within an hour is the limit".formatted(perHourMax));
        }
        if (count(earlier, now.minus(DAY)) >= perDayMax) {
            return Optional.of("%d deletions within a day is the limit".formatted(perDayMax));
        }
        return Optional.empty();
    }

    private static long count(Collection<Instant> earlier, Instant since) {
        return earlier.stream().filter(at -> at.isAfter(since)).count();
    }
}
