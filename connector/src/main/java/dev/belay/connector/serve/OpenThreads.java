package dev.belay.connector.serve;

import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.OpenThread;
import dev.belay.connector.turn.Incoming.Place;
import dev.belay.connector.turn.MatchRules.Places;
import dev.belay.connector.turn.Matching;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Decides which threads are read back of which no journal knows: they may have begun while nobody
/// looked.
///
/// @param cursors behind which each is read
/// @param gapEnd up to which something in one of them is too old to be read; empty where nothing is
record OpenThreads(Map<String, Snowflake> cursors, Optional<Snowflake> gapEnd) {
    /// What is known when the threads are found.
    ///
    /// @param since up to which everything was seen, wherever it was written
    /// @param oldest from which on messages are answered
    /// @param isRead whether a channel is being read back already
    record Facts(Places places, Snowflake since, Snowflake oldest, Predicate<String> isRead) {}

    static OpenThreads of(List<OpenThread> open, Facts facts) {
        Map<String, Snowflake> cursors = new TreeMap<>();
        boolean isOld = false;
        for (OpenThread thread : open) {
            Place place = thread.place();
            Snowflake from = cursor(place, facts.since());
            boolean isNew = thread.newest().compareTo(from) > 0;
            if (!isNew
                    || facts.isRead().test(place.channel())
                    || !Matching.isHeard(place, facts.places())) {
                continue;
            }
            isOld |= from.compareTo(facts.oldest()) < 0;
            Snowflake begin = later(from, facts.oldest());
            if (thread.newest().compareTo(begin) >= 0) {
                cursors.put(place.channel(), begin);
            }
        }
        return new OpenThreads(cursors, isOld ? Optional.of(facts.oldest()) : Optional.empty());
    }

    /// Behind what everything was seen, or right before the thread began: what it begins with may
    /// have its own id.
    static Snowflake cursor(Place thread, Snowflake since) {
        return Snowflake.parse(thread.channel())
                .map(id -> new Snowflake(id.value() - 1))
                .map(began -> later(began, since))
                .orElse(since);
    }

    private static Snowflake later(Snowflake one, Snowflake other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
