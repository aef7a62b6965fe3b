package dev.belay.connector.serve;

import dev.belay.connector.Snowflake;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.custody.Custody;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Where reading back begins in each channel, by what the journal says and what this run has seen.
///
/// - **Threads:** any number.
final class Cursors {
    /// Messages may come a little out of their order.
    static final Duration SLACK = Duration.ofSeconds(10);

    /// More channels than a bot is in, and a bound on what strangers can make us remember.
    private static final int CHANNELS_MAX = 10_000;

    private final Custody custody;

    /// The newest message of each channel that this run has seen, for us or not. Guarded by this.
    private final Map<String, Snowflake> seen = new HashMap<>();

    Cursors(Custody custody) {
        this.custody = custody;
    }

    /// A message of a channel was seen.
    synchronized void saw(String channel, String id) {
        Optional<Snowflake> number = Snowflake.parse(id);
        if (number.isPresent() && (seen.size() < CHANNELS_MAX || seen.containsKey(channel))) {
            seen.merge(channel, number.get(), (a, b) -> a.compareTo(b) >= 0 ? a : b);
        }
    }

    /// Behind which each channel is to be read. One of which nothing is known begins now.
    Map<String, Snowflake> of(Binding binding) {
        Map<String, Snowflake> cursors = new TreeMap<>();
        for (String channel : channels(binding.places().channels())) {
            Optional<Snowflake> cursor = cursor(channel);
            if (cursor.isPresent()) {
                cursors.put(channel, cursor.get());
            } else {
                // What comes from here on is ours, also when it is missed.
                saw(channel, Snowflake.atOrAfter(custody.channel().now()).toString());
            }
        }
        return cursors;
    }

    private synchronized Set<String> channels(Set<String> named) {
        Set<String> channels = new TreeSet<>(named);
        channels.addAll(custody.journal().inbox().channels());
        channels.addAll(custody.journal().unread().channels());
        channels.addAll(seen.keySet());
        channels.remove(ReadingBack.SEVERAL);
        return channels;
    }

    /// Up to where everything was seen, wherever it was written: a little before the newest message
    /// of all; empty before the first.
    synchronized Optional<Snowflake> since() {
        // The last owner may have ended while it was looking for threads.
        Optional<Snowflake> begun = custody.journal().unread().from(ReadingBack.SEVERAL);
        if (begun.isPresent()) {
            return begun;
        }
        Stream<Snowflake> accepted =
                custody.journal().inbox().channels().stream()
                        .flatMap(channel -> accepted(channel).stream());
        return Stream.concat(accepted, seen.values().stream())
                .max(Comparator.naturalOrder())
                .map(Cursors::before);
    }

    /// A little before the newest message of the inbox, or before a newer one that this run has
    /// seen: in a channel where few messages are for us, the inbox alone would make us read back
    /// what was seen.
    private synchronized Optional<Snowflake> cursor(String channel) {
        Optional<Snowflake> begun = custody.journal().unread().from(channel);
        if (begun.isPresent()) {
            return begun;
        }
        return Stream.concat(
                        accepted(channel).stream(), Optional.ofNullable(seen.get(channel)).stream())
                .max(Comparator.naturalOrder())
                .map(Cursors::before);
    }

    private Optional<Snowflake> accepted(String channel) {
        return custody.journal().inbox().newest(channel).flatMap(Snowflake::parse);
    }

    private static Snowflake before(Snowflake newest) {
        return Snowflake.atOrAfter(newest.time().minus(SLACK));
    }
}
