package dev.belay.connector.serve;

import dev.belay.connector.Snowflake;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.channel.OpenThread;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.custody.Event;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.turn.CatchingUp;
import dev.belay.connector.turn.CatchingUp.Limits;
import dev.belay.connector.turn.CatchingUp.Page;
import dev.belay.connector.turn.CatchingUp.Start;
import dev.belay.connector.turn.CatchingUp.Step;
import dev.belay.connector.turn.Incoming;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

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

    /// How many channels are read beside those that the binding names.
    private static final int READ_MAX = 250;

    /// The channel of a gap in several.
    static final String SEVERAL = "*";

    private final Course course;
    private final Custody custody;
    private final Taking taking;
    private final Cursors cursors;

    /// What is read back since the last connection began. Guarded by this.
    private final Set<String> begun = new HashSet<>();

    /// Behind which threads are being looked for. Guarded by this.
    private Optional<Snowflake> searched = Optional.empty();

    /// How many searches are to end; a lost connection may begin another. Guarded by this.
    private int searches;

    /// Takes in what was read back.
    interface Taking {
        /// Whether it is for us, and no journal knows it.
        boolean isMissed(Seen message);

        /// What is to be done about it, in front of what is new; empty for nothing.
        Optional<Due> take(Seen message) throws IOException;
    }

    /// Asks the channel for something.
    @FunctionalInterface
    private interface Asking<T> {
        List<T> ask() throws IOException;
    }

    ReadingBack(Course course, Taking taking) {
        this.course = course;
        this.custody = course.custody();
        this.taking = taking;
        this.cursors = new Cursors(course.custody());
    }

    /// A message of a channel was seen.
    void saw(String channel, String id) {
        cursors.saw(channel, id);
    }

    /// Lets every channel of the binding be read back, before anything goes on in it.
    ///
    /// @param left by the last owner, oldest first. In each channel it goes on in one order with
    ///   what was missed: some of it may be newer.
    void begin(Binding binding, List<Due> left) throws IOException {
        Map<String, Snowflake> begins = Map.of();
        Optional<Snowflake> since = Optional.empty();
        if (custody.channel().limits().pageMax() > 0) { // There is a history.
            since = cursors.since();
            begins = bounded(cursors.of(binding), binding);
            Map<String, Snowflake> all = new TreeMap<>(begins);
            since.ifPresent(it -> all.put(SEVERAL, it));
            custody.journal().unread().begin(all, custody.ownership());
            began(begins.keySet(), since);
        }
        Map<String, List<Due>> behind = new HashMap<>();
        for (Due due : left) {
            if (begins.containsKey(due.channel())) {
                behind.computeIfAbsent(due.channel(), _ -> new ArrayList<>()).add(due);
            } else {
                course.lanes().bring(due.channel(), due.task());
            }
        }
        begins.forEach((channel, cursor) -> {
            List<Due> due = behind.getOrDefault(channel, new ArrayList<>());
            course.lanes().add(channel, () -> read(channel, cursor, due));
        });
        since.ifPresent(it -> course.lanes().add(SEVERAL, () -> search(it)));
    }

    private synchronized void began(Set<String> channels, Optional<Snowflake> since) {
        begun.clear();
        begun.addAll(channels);
        searched = since;
        searches += since.isPresent() ? 1 : 0;
    }

    /// A message is about to be taken in. Where it stands in a thread that is being looked for,
    /// what was missed there comes before it.
    void meet(Incoming.Place place) throws IOException {
        Optional<Snowflake> cursor = met(place);
        if (cursor.isPresent()) {
            begin(Map.of(place.channel(), cursor.get()));
        }
    }

    private synchronized Optional<Snowflake> met(Incoming.Place place) {
        boolean isMet = searched.isPresent() && !place.parent().isEmpty();
        return isMet && begun.add(place.channel())
                ? searched.map(since -> OpenThreads.cursor(place, since))
                : Optional.empty();
    }

    private void begin(Map<String, Snowflake> threads) throws IOException {
        custody.journal().unread().begin(threads, custody.ownership());
        threads.forEach((channel, cursor) ->
                course.lanes().add(channel, () -> read(channel, cursor, new ArrayList<>())));
    }

    /// Looks for threads of which no journal knows, and lets them be read back.
    private void search(Snowflake since) throws IOException {
        Binding binding = course.binding();
        Optional<List<OpenThread>> open =
                tried(SEVERAL, () -> custody.channel().threads(binding.places()));
        if (course.lanes().isClosed()) {
            return;
        }
        if (open.isEmpty()) {
            gap(SEVERAL, since, Optional.empty());
        } else {
            begin(bounded(found(open.get(), since, binding), binding));
        }
        ended();
        custody.journal().unread().done(SEVERAL);
    }

    private Map<String, Snowflake> found(List<OpenThread> open, Snowflake since, Binding binding)
            throws IOException {
        // A little less than the greatest age, or all would be too old by the time they are read.
        Instant oldest =
                custody.channel().now().minus(binding.times().ageMax()).plus(Cursors.SLACK);
        OpenThreads threads =
                OpenThreads.of(
                        open,
                        new OpenThreads.Facts(
                                binding.places(),
                                since,
                                Snowflake.atOrAfter(oldest),
                                this::isBegun));
        if (threads.gapEnd().isPresent()) {
            gap(SEVERAL, since, threads.gapEnd());
        }
        Map<String, Snowflake> found = new TreeMap<>(threads.cursors());
        found.keySet().removeIf(thread -> !isFirst(thread));
        return found;
    }

    private synchronized boolean isBegun(String channel) {
        return begun.contains(channel);
    }

    private synchronized boolean isFirst(String channel) {
        return begun.add(channel);
    }

    private synchronized void ended() {
        searches--;
        if (searches == 0) {
            searched = Optional.empty();
        }
    }

    /// Threads and direct messages add up over the years. Of those in which nothing was said for
    /// longest, one line of a gap says that they are not read.
    private Map<String, Snowflake> bounded(Map<String, Snowflake> begins, Binding binding)
            throws IOException {
        Set<String> named = binding.places().channels();
        List<Map.Entry<String, Snowflake>> others = new ArrayList<>(begins.entrySet());
        others.removeIf(entry -> named.contains(entry.getKey()));
        others.sort(Map.Entry.<String, Snowflake>comparingByValue().reversed());
        if (others.size() <= READ_MAX) {
            return begins;
        }
        gap(SEVERAL, others.get(READ_MAX).getValue(), Optional.empty());
        Map<String, Snowflake> bounded = new TreeMap<>(begins);
        others.subList(READ_MAX, others.size()).forEach(it -> bounded.remove(it.getKey()));
        return bounded;
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
                        boolean isGap = mayHide(channel, gapAfter, last);
                        if (isGap && !course.lanes().isClosed()) {
                            gap(channel, gapAfter, Optional.of(last));
                        }
                        yield read(channel, last, limits, due);
                    }
                };
        if (isRead) {
            custody.journal().unread().done(channel);
        }
        due.sort(Due.OLDEST_FIRST);
        course.lanes().addFirst(channel, due.stream().map(Due::task).toList());
    }

    /// Whether something for us may have been missed that is too old to be read. Where a bot is
    /// asked little, a gap at each start would soon be looked at by nobody.
    private boolean mayHide(String channel, Snowflake after, Snowflake before) {
        Optional<List<Seen>> page = tried(channel, () -> custody.channel().history(channel, after));
        if (page.isEmpty()) {
            return true;
        }
        List<Seen> old =
                page.get().stream().filter(it -> isBefore(it.message().id(), before)).toList();
        boolean isCutOff = old.size() >= custody.channel().limits().pageMax();
        return isCutOff || old.stream().anyMatch(taking::isMissed);
    }

    private static boolean isBefore(String id, Snowflake end) {
        return Snowflake.parse(id).filter(it -> it.compareTo(end) < 0).isPresent();
    }

    /// False when the run ends before all is read.
    private boolean read(String channel, Snowflake from, Limits limits, List<Due> due)
            throws IOException {
        int pageMax = custody.channel().limits().pageMax();
        Snowflake last = from;
        int read = 0;
        saw(channel, from.toString()); // Where nothing is found, the next loss has to begin here.
        while (true) {
            Snowflake behind = last;
            Optional<List<Seen>> page =
                    tried(channel, () -> custody.channel().history(channel, behind));
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
                case Step.ReadOn(Snowflake in) -> keep(channel, in);
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
        Snowflake settled = Snowflake.atOrAfter(custody.channel().now().minus(Cursors.SLACK));
        custody.journal()
                .unread()
                .advance(
                        channel, last.compareTo(settled) < 0 ? last : settled, custody.ownership());
    }

    private static Snowflake later(Snowflake last, String id) {
        return Snowflake.parse(id).filter(it -> it.compareTo(last) > 0).orElse(last);
    }

    /// Empty when the channel could not be read, several times.
    private <T> Optional<List<T>> tried(String channel, Asking<T> asking) {
        for (int attempt = 1; attempt <= ATTEMPTS_MAX && !course.lanes().isClosed(); attempt++) {
            try {
                return Optional.of(asking.ask());
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
