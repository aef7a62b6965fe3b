package dev.belay.bench;

import dev.belay.connector.Snowflake;
import dev.belay.connector.TurnId;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.TextDigest;
import dev.belay.connector.ownership.BindingStop;
import dev.belay.core.json.JsonObject;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// What a message costs beside channel and engine: the brake is looked for, its lines are written,
/// its turn is recorded, and the ceiling and the notice are looked up.
final class MessageSteps implements AutoCloseable {
    private static final TextDigest DIGEST = TextDigest.of("an answer");
    private static final long CEILING = 1_000_000_000;

    private final World world;
    private final Directory binding;
    private final BindingStop stop;
    private final ConnectorJournal journal;
    private final AtomicLong next;

    MessageSteps(World world, Path directory) throws IOException {
        this.world = world;
        this.binding = world.disk().open(directory, "binding");
        this.stop = new BindingStop(world, binding);
        this.journal = ConnectorJournal.open(world, directory, "binding");
        this.next = new AtomicLong(Snowflake.atOrAfter(world.clock().now()).value());
    }

    ConnectorJournal journal() {
        return journal;
    }

    /// @param channel where the message is written
    void run(String channel) throws IOException {
        String id = Long.toString(next.incrementAndGet());
        Instant now = world.clock().now();
        stop.check();
        journal.inbox().accept(InboxLine.of(id, now, new InboxLine.Origin(channel, "9000")));
        if (!journal.admissions().admit(AdmissionLine.of(id, now, 1), CEILING)) {
            throw new IllegalStateException("a turn was not admitted");
        }
        JsonObject record =
                JsonObject.builder()
                        .put("startedAt", now.toString())
                        .put("outcome", "answered")
                        .build();
        journal.turns().write(new TurnId(id), record);
        OutboxLine.Part part = new OutboxLine.Part(id, 0, channel);
        journal.outbox().append(OutboxLine.intent(id, now, part, DIGEST));
        journal.outbox().append(OutboxLine.confirmed(id, now, id));
        journal.notices().has("ceiling", now.toString().substring(0, 10));
    }

    /// Accepts a message and does nothing else about it.
    void accept(String channel) throws IOException {
        String id = Long.toString(next.incrementAndGet());
        InboxLine.Origin origin = new InboxLine.Origin(channel, "9000");
        journal.inbox().accept(InboxLine.of(id, world.clock().now(), origin));
    }

    @Override
    public void close() {
        journal.close();
        binding.close();
    }
}
