package dev.belay.connector.index;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which ids belong to which date, of the newest dates only.
///
/// Of an older date, or one that a clock set back has brought up again, only the file can tell.
///
/// - **Threads:** one at a time.
public final class DatedSets {
    /// Today, yesterday, and what a clock that was set wrong has left.
    private static final int DATES_MAX = 8;

    private static final int MEMBER = 1;

    private final TreeMap<String, Day> days = new TreeMap<>();
    private @Nullable String forgotten;

    private static final class Day {
        private final IdTable ids = new IdTable();
        private long count;
    }

    /// Adds an id to a date.
    ///
    /// @param date compared as text, which for dates of ISO 8601 is their order
    public void add(String date, String id) {
        if (isForgotten(date)) {
            return;
        }
        Day day = days.computeIfAbsent(date, _ -> new Day());
        if (day.ids.add(id, MEMBER)) {
            day.count++;
        }
        if (days.size() > DATES_MAX) {
            forgotten = days.firstKey();
            days.remove(forgotten);
        }
    }

    /// How many ids a date has; empty when only the file can tell.
    public OptionalLong count(String date) {
        if (isForgotten(date)) {
            return OptionalLong.empty();
        }
        Day day = days.get(date);
        return OptionalLong.of(day == null ? 0 : day.count);
    }

    /// Whether a date has an id; empty when only the file can tell.
    public Optional<Boolean> has(String date, String id) {
        if (isForgotten(date)) {
            return Optional.empty();
        }
        Day day = days.get(date);
        return Optional.of(day != null && day.ids.has(id, MEMBER));
    }

    private boolean isForgotten(String date) {
        return forgotten != null && date.compareTo(forgotten) <= 0;
    }
}
