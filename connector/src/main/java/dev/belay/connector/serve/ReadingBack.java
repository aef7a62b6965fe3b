package dev.belay.connector.serve;

import dev.belay.connector.Snowflake;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.custody.Event;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.turn.CatchingUp;
import dev.belay.connector.turn.CatchingUp.Limits;
import dev.belay.connector.turn.CatchingUp.Page;
import dev.belay.connector.turn.CatchingUp.Start;
import dev.belay.connector.turn.CatchingUp.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Reads back what a channel may have shown while nobody looked. What cannot be read back is
/// written down as a gap.
///
/// - **Durable:** where reading begins, once [#begin] returns, so that what is new meanwhile hides
///   nothing that was missed; then each page that is in, so that owners who live shortly come to
///   the end.
/// - **Crash:** the next owner goes on at the same places.
/// - **Threads:** any number.
final class ReadingBack {
    private static final int ATTEMPTS_MAX = 3;

    /// Messages may come a little out of their order.
    private static final Duration SLACK = Duration.ofSeconds(10);

    /// More channels than a bot is in, and a bound on what strangers can make us remember.
    private static final int CHANNELS_MAX = 10_000;

    /// How many channels are read beside those that the binding names.
    private static final int READ_MAX = 250;

    /// The channel of a gap in several.
    private static final String SEVERAL = "*";

    private final Course course;
    private final Custody custody;
    private final Taking taking;

    /// The newest message of each channel that this run has seen, for us or not. Guarded by this.
    private final Map<String, Snowflake> seen = new HashMap<>();

    /// Takes in what was read back.
    @FunctionalInterface
    interface Taking {
        /// What is to be done about it, in front of what is new; empty for nothing.
        Optional<Due> take(Seen message) throws IOException;
    }

    ReadingBack(Course course, Taking taking) {
        this.course = course;
        this.custody = course.custody();
        this.taking = taking;
    }

    /// A message of a channel was seen.
    synchronized void saw(String channel, String id) {
        Optional<Snowflake> number = Snowflake.parse(id);
        if (number.isPresent() && (seen.size() < CHANNELS_MAX || seen.containsKey(channel))) {
            seen.merge(channel, number.get(), (a, b) -> a.compareTo(b) >= 0 ? a : b);
        }
    }

    /// Lets every channel of the binding be read back, before anything goes on in it.
    ///
    /// @param left by the last owner, oldest first. In each channel it goes on in one order with
    ///   what was missed: some of it may be newer.
    void begin(Binding binding, List<Due> left) throws IOException {
        Map<String, Snowflake> cursors = Map.of();
        if (custody.channel().limits().pageMax() > 0) { // There is a history.
            cursors = bounded(cursors(binding), binding);
            custody.journal().unread().begin(cursors, custody.ownership());
        }
        Map<String, List<Due>> behind = new HashMap<>();
        for (Due due : left) {
            if (cursors.containsKey(due.channel())) {
                behind.computeIfAbsent(due.channel(), _ -> new ArrayList<>()).add(due);
            } else {
                course.lanes().bring(due.channel(), due.task());
            }
        }
        cursors.forEach((channel, cursor) -> {
            List<Due> due = behind.getOrDefault(channel, new ArrayList<>());
            course.lanes().add(channel, () -> read(channel, cursor, due));
        });
    }

    private Map<String, Snowflake> cursors(Binding binding) {
        Map<String, Snowflake> cursors = new TreeMap<>();
        for (String channel : channels(binding)) {
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

    /// Threads and direct messages add up over the years. Of those in which nothing was said for
    /// longest, one line of a gap says that they are not read.
    private Map<String, Snowflake> bounded(Map<String, Snowflake> cursors, Binding binding)
            throws IOException {
        Set<String> named = binding.places().channels();
        List<Map.Entry<String, Snowflake>> others = new ArrayList<>(cursors.entrySet());
        others.removeIf(entry -> named.contains(entry.getKey()));
        others.sort(Map.Entry.<String, Snowflake>comparingByValue().reversed());
        if (others.size() <= READ_MAX) {
            return cursors;
        }
        gap(SEVERAL, others.get(READ_MAX).getValue(), Optional.empty());
        Map<String, Snowflake> bounded = new TreeMap<>(cursors);
        others.subList(READ_MAX, others.size()).forEach(it -> bounded.remove(it.getKey()));
        return bounded;
    }

    private synchronized Set<String> channels(Binding binding) {
        Set<String> channels = new TreeSet<>(binding.places().channels());
        channels.addAll(custody.journal().inbox().channels());
        channels.addAll(custody.journal().unread().channels());
        channels.addAll(seen.keySet());
        return channels;
    }

    /// A little before the newest message of the inbox, or before a newer one that this run has
    /// seen: in a channel where few messages are for us, the inbox alone would make us read back
    /// what was seen.
    private synchronized Optional<Snowflake> cursor(String channel) {
        Optional<Snowflake> begun = custody.journal().unread().from(channel);
        if (begun.isPresent()) {
            return begun;
        }
        Optional<Snowflake> inbox =
                custody.journal()
                        .inbox()
                        .newest(channel)
                        .flatMap(Snowflake::parse)
                        .map(ReadingBack::before);
        Optional<Snowflake> own = Optional.ofNullable(seen.get(channel)).map(ReadingBack::before);
        if (inbox.isEmpty() || own.isEmpty()) {
            return inbox.isPresent() ? inbox : own;
        }
        return inbox.get().compareTo(own.get()) >= 0 ? inbox : own;
    }

    private static Snowflake before(Snowflake newest) {
        return Snowflake.atOrAfter(newest.time().minus(SLACK));
    }

    /// @param due gets what was missed, and is done then
    private void read(String channel, Snowflake cursor, List<Due> due) throws IOException {
        Binding binding = course.binding();
        Limits limits = new Limits(binding.times().ageMax(), binding.ceilings().readBack());
        boolean isRead =
                switch (CatchingUp.start(Optional.of(cursor), custody.channel().now(), limits)) {
                    case Start.FromNow _ -> true;
                    case Start.After(Snowflake last) -> read(channel, last, limits, due);
                    case Start.AfterGap(Snowflake gapAfter, Snowflake last) -> {
                        gap(channel, gapAfter, Optional.of(last));
                        yield read(channel, last, limits, due);
                    }
                };
        if (isRead) {
            custody.journal().unread().done(channel);
        }
        due.sort(Due.OLDEST_FIRST);
        course.lanes().addFirst(channel, due.stream().map(Due::task).toList());
    }

    /// False when the run ends before all is read.
    private boolean read(String channel, Snowflake from, Limits limits, List<Due> due)
            throws IOException {
        int pageMax = custody.channel().limits().pageMax();
        Snowflake last = from;
        int read = 0;
        saw(channel, from.toString()); // Where nothing is found, the next loss has to begin here.
        while (true) {
            Optional<List<Seen>> page = page(channel, last);
            if (course.lanes().isClosed()) {
                return false;
            }
            if (page.isEmpty()) {
                gap(channel, last, Optional.empty());
                return true;
            }
            for (Seen message : page.get()) {
                taking.take(message).ifPresent(due::add);
                saw(channel, message.message().id());
                last = later(last, message.message().id());
            }
            read += page.get().size();
            boolean isFull = page.get().size() >= pageMax;
            switch (CatchingUp.next(new Page(last, isFull, read), limits)) {
                case Step.ReadOn(Snowflake behind) -> keep(channel, behind);
                case Step.Done _ -> {
                    return true;
                }
                case Step.StopWithGap(Snowflake gapAfter) -> {
                    gap(channel, gapAfter, Optional.empty());
                    return true;
                }
            }
        }
    }

    /// The next owner goes on here, or a little before: the newest may still be out of their order.
    private void keep(String channel, Snowflake last) throws IOException {
        Snowflake settled = Snowflake.atOrAfter(custody.channel().now().minus(SLACK));
        custody.journal()
                .unread()
                .advance(
                        channel, last.compareTo(settled) < 0 ? last : settled, custody.ownership());
    }

    private static Snowflake later(Snowflake last, String id) {
        return Snowflake.parse(id).filter(it -> it.compareTo(last) > 0).orElse(last);
    }

    /// Empty when the channel could not be read, several times.
    private Optional<List<Seen>> page(String channel, Snowflake after) {
        for (int attempt = 1; attempt <= ATTEMPTS_MAX && !course.lanes().isClosed(); attempt++) {
            try {
                return Optional.of(custody.channel().history(channel, after));
            } catch (IOException failure) {
                String what = "could not be read back: " + failure.getMessage();
                custody.observer().saw(new Event.Trouble(channel, what));
                custody.world().waiting().pause(Duration.ofSeconds(attempt));
            }
        }
        return Optional.empty();
    }

    private void gap(String channel, Snowflake after, Optional<Snowflake> before)
            throws IOException {
        custody.journal()
                .drop(
                        DropLine.gap(
                                channel,
                                custody.now(),
                                after.toString(),
                                before.map(Snowflake::toString)));
        custody.observer().saw(new Event.Gap(channel));
    }
}
