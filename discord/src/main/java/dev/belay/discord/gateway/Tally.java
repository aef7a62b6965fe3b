package dev.belay.discord.gateway;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// How often things happened since the program began.
///
/// - **Threads:** any number.
public final class Tally {
    /// What is counted.
    public enum Thing {
        /// Sessions begun.
        SESSION,
        /// Sessions that went on.
        RESUMED,
        /// Connections that ended, whoever ended them.
        LOSS,
        /// Texts of the gateway that could not be read.
        UNREADABLE,
        /// Events that had nothing in them that can be used.
        SKIPPED,
        /// Events that the listener could not take.
        NOT_TAKEN
    }

    private final Map<Thing, Long> counts = new EnumMap<>(Thing.class);

    public Tally() {}

    public synchronized void count(Thing thing) {
        counts.merge(thing, 1L, Long::sum);
    }

    /// All counts, by lower-case words.
    public synchronized SortedMap<String, Long> counts() {
        SortedMap<String, Long> words = new TreeMap<>();
        for (Thing thing : Thing.values()) {
            words.put(thing.name().toLowerCase(Locale.ROOT), counts.getOrDefault(thing, 0L));
        }
        return words;
    }
}
