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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Reads back what a channel may have shown while nobody looked. What cannot be read back is
/// written down as a gap before anything newer is taken in.
///
/// - **Threads:** one at a time.
final class ReadingBack {
    private static final int ATTEMPTS_MAX = 3;

    /// Messages may come a little out of their order.
    private static final Duration SLACK = Duration.ofSeconds(10);

    /// More channels than a bot is in, and a bound on what strangers can make us remember.
    private static final int CHANNELS_MAX = 10_000;

    private final Custody custody;
    private final Taking intake;

    /// The newest message of each channel that this run has seen, for us or not.
    private final Map<String, Snowflake> seen = new HashMap<>();

    /// Takes in what was read back.
    @FunctionalInterface
    interface Taking {
        void take(Seen message) throws IOException;
    }

    ReadingBack(Custody custody, Taking intake) {
        this.custody = custody;
        this.intake = intake;
    }

    /// A message of a channel was seen.
    void saw(String channel, String id) {
        Optional<Snowflake> number = Snowflake.parse(id);
        if (number.isPresent() && (seen.size() < CHANNELS_MAX || seen.containsKey(channel))) {
            seen.merge(channel, number.get(), (a, b) -> a.compareTo(b) >= 0 ? a : b);
        }
    }

    /// Reads every channel of the binding back.
    void read(Binding binding) throws IOException {
        if (custody.channel().limits().pageMax() == 0) {
            return; // There is no history.
        }
        Set<String> channels = new TreeSet<>(binding.places().channels());
        channels.addAll(custody.journal().inbox().channels());
        channels.addAll(seen.keySet());
        Limits limits = new Limits(binding.times().ageMax(), binding.ceilings().readBack());
        for (String channel : channels) {
            read(channel, limits);
        }
    }

    private void read(String channel, Limits limits) throws IOException {
        switch (CatchingUp.start(cursor(channel), custody.now(), limits)) {
            case Start.FromNow _ ->
                    // What comes from here on is ours, also when it is missed.
                    seen.put(channel, Snowflake.atOrAfter(custody.now()));
            case Start.After(Snowflake last) -> read(channel, last, limits);
            case Start.AfterGap(Snowflake gapAfter, Snowflake last) -> {
                gap(channel, gapAfter, Optional.of(last));
                read(channel, last, limits);
            }
        }
    }

    /// The newest message of the inbox, or a newer one that this run has seen: in a channel where
    /// few messages are for us, the inbox alone would make us read back what was seen.
    private Optional<Snowflake> cursor(String channel) {
        Optional<Snowflake> inbox =
                custody.journal().inbox().newest(channel).flatMap(Snowflake::parse);
        Optional<Snowflake> own =
                Optional.ofNullable(seen.get(channel))
                        .map(newest -> Snowflake.atOrAfter(newest.time().minus(SLACK)));
        if (inbox.isEmpty() || own.isEmpty()) {
            return inbox.isPresent() ? inbox : own;
        }
        return inbox.get().compareTo(own.get()) >= 0 ? inbox : own;
    }

    private void read(String channel, Snowflake from, Limits limits) throws IOException {
        int pageMax = custody.channel().limits().pageMax();
        Snowflake last = from;
        int read = 0;
        while (true) {
            Optional<List<Seen>> page = page(channel, last);
            if (page.isEmpty()) {
                gap(channel, last, Optional.empty());
                return;
            }
            for (Seen message : page.get()) {
                intake.take(message);
                saw(channel, message.message().id());
                last = later(last, message.message().id());
            }
            read += page.get().size();
            boolean isFull = page.get().size() >= pageMax;
            switch (CatchingUp.next(new Page(last, isFull, read), limits)) {
                case Step.ReadOn _ -> {}
                case Step.Done _ -> {
                    return;
                }
                case Step.StopWithGap(Snowflake gapAfter) -> {
                    gap(channel, gapAfter, Optional.empty());
                    return;
                }
            }
        }
    }

    private static Snowflake later(Snowflake last, String id) {
        return Snowflake.parse(id).filter(it -> it.compareTo(last) > 0).orElse(last);
    }

    /// Empty when the channel could not be read, several times.
    private Optional<List<Seen>> page(String channel, Snowflake after) {
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
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
