package dev.belay.connector.index;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
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

    /// None yet.
    public DatedSets() {}

    private static final class Day {
        private final IdTable ids;
        private long count;

        Day(IdTable ids) {
            this.ids = ids;
            this.count = ids.count(MEMBER);
        }
    }

    /// Writes all of it down; [#read] has it back.
    void write(DataOutputStream out) throws IOException {
        String last = forgotten;
        out.writeBoolean(last != null);
        Packing.text(out, last == null ? "" : last);
        out.writeInt(days.size());
        for (Map.Entry<String, Day> day : days.entrySet()) {
            Packing.text(out, day.getKey());
            day.getValue().ids.write(out);
        }
    }

    /// @throws RuntimeException for what [#write] has not written
    static DatedSets read(ByteBuffer in) {
        DatedSets sets = new DatedSets();
        boolean hasForgotten = in.get() != 0;
        String last = Packing.text(in);
        sets.forgotten = hasForgotten ? last : null;
        int count = Packing.count(in, 1);
        for (int i = 0; i < count; i++) {
            sets.days.put(Packing.text(in), new Day(IdTable.read(in)));
        }
        return sets;
    }

    /// Adds an id to a date.
    ///
    /// @param date compared as text, which for dates of ISO 8601 is their order
    public void add(String date, String id) {
        if (isForgotten(date)) {
            return;
        }
        Day day = days.computeIfAbsent(date, _ -> new Day(new IdTable()));
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
