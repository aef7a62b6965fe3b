package dev.belay.connector.terminal;

import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.Channel;
import dev.belay.connector.channel.Limits;
import dev.belay.connector.channel.Listener;
import dev.belay.connector.channel.Post;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.delivery.Settling;
import dev.belay.connector.turn.Incoming;
import dev.belay.connector.turn.Incoming.Place;
import dev.belay.connector.turn.Incoming.Trait;
import dev.belay.system.Clock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// A dialogue as a channel: each line is a message to us alone.
///
/// It keeps no history and knows no nonce, so that a part which a crash cut off stays unknown until
/// somebody who was looking says whether it came. The end of the input ends [#listen].
public final class TerminalChannel implements Channel {
    /// The one channel that there is, and its only author.
    public static final String NAME = "terminal";

    private static final String SELF = "belay";
    private static final Limits LIMITS =
            new Limits(16_000, 0, Duration.ZERO, Duration.ofSeconds(10));

    private final Dialogue dialogue;
    private final Clock clock;

    /// One event waits at most, so that nobody types ahead of the journal.
    private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(1);

    private volatile boolean isEnding;

    /// The newest id that was given, unsigned. Guarded by this.
    private long newest;

    /// @param newest the highest id that any run before this one gave to a message, so that ids
    ///   grow even where the clock was set back
    public TerminalChannel(Dialogue dialogue, Clock clock, Snowflake newest) {
        this.dialogue = dialogue;
        this.clock = clock;
        this.newest = newest.value();
    }

    /// What the thread that reads has found.
    private sealed interface Event {
        record Said(String line) implements Event {}

        record Over() implements Event {}

        record Broken(IOException why) implements Event {}
    }

    @Override
    public Limits limits() {
        return LIMITS;
    }

    @Override
    public void listen(Listener listener) throws IOException {
        listener.connected(SELF, false);
        // A read of a terminal cannot be ended; what it still finds is nobody's message.
        Thread reader = Thread.ofPlatform().daemon().name("terminal").start(this::read);
        try {
            while (true) {
                Event event = events.take();
                if (isEnding) {
                    return;
                }
                switch (event) {
                    case Event.Said(String line) -> listener.received(message(line));
                    case Event.Over _ -> {
                        return;
                    }
                    case Event.Broken(IOException why) -> throw why;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            reader.interrupt();
        }
    }

    private void read() {
        try {
            events.put(last());
        } catch (InterruptedException _) {
            // Nobody listens any more.
        }
    }

    /// Reads to the end, which is the event behind all lines.
    private Event last() throws InterruptedException {
        try {
            Optional<String> line = dialogue.read();
            while (line.isPresent() && !isEnding) {
                events.put(new Event.Said(line.get()));
                line = dialogue.read();
            }
            return new Event.Over();
        } catch (IOException e) {
            return new Event.Broken(e);
        }
    }

    private Incoming message(String line) {
        return new Incoming(
                nextId().toString(), new Place("", NAME), NAME, Set.of(Trait.DIRECT), line);
    }

    private synchronized Snowflake nextId() {
        long now = Snowflake.atOrAfter(clock.now()).value();
        newest = Long.compareUnsigned(now, newest) > 0 ? now : newest + 1;
        return new Snowflake(newest);
    }

    /// Where the queue is full, whoever takes from it finds out.
    @Override
    public void end() {
        isEnding = true;
        events.offer(new Event.Over());
    }

    @Override
    public void identify() {
        // There is no history in which anything would have to be told apart.
    }

    @Override
    public Instant now() {
        return clock.now();
    }

    @Override
    public Settling.Answer send(Post post) {
        try {
            dialogue.write(post.text());
            return new Settling.Answer.Delivered(nextId().toString());
        } catch (IOException _) {
            return new Settling.Answer.Unsure("the terminal does not take it");
        }
    }

    @Override
    public List<Seen> history(String channel, Snowflake after) {
        return List.of();
    }

    @Override
    public void showTyping(String channel) {
        // Whoever looks at a terminal sees that nothing has come yet.
    }
}
