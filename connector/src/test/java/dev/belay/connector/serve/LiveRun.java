package dev.belay.connector.serve;

import dev.belay.connector.Snowflake;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.channel.Channel;
import dev.belay.connector.channel.Limits;
import dev.belay.connector.channel.Listener;
import dev.belay.connector.channel.OpenThread;
import dev.belay.connector.channel.Post;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.custody.Event;
import dev.belay.connector.delivery.Settling;
import dev.belay.connector.engine.Engine;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.ownership.Ownership;
import dev.belay.connector.ownership.RunLock;
import dev.belay.connector.turn.Incoming;
import dev.belay.connector.turn.MatchRules;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A run with its lanes on threads, which goes on until it is told to end.
final class LiveRun implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final FakeNetwork network;
    private final SimProcess process;
    private final Directory directory;
    private final Ownership ownership;
    private final ConnectorJournal journal;
    private final Connector connector;
    private final BlockingQueue<Optional<Incoming>> shown = new LinkedBlockingQueue<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final Thread thread;

    /// Shows what it is told to.
    private final class Shown implements Channel {
        @Override
        public Limits limits() {
            return network.limits();
        }

        @Override
        public void listen(Listener listener) throws IOException {
            listener.connected(FakeNetwork.SELF, true);
            try {
                for (Optional<Incoming> next = shown.take();
                        next.isPresent();
                        next = shown.take()) {
                    listener.received(next.get());
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void end() {
            shown.add(Optional.empty());
        }

        @Override
        public void identify() {
            // The network tells ours apart by itself.
        }

        @Override
        public Instant now() {
            return process.host().clock().now();
        }

        @Override
        public Settling.Answer send(Post post) {
            return network.post(post, process.host().clock().now());
        }

        @Override
        public List<Seen> history(String channel, Snowflake after) throws IOException {
            return network.history(channel, after);
        }

        @Override
        public List<OpenThread> threads(MatchRules.Places places) throws IOException {
            return network.threads();
        }

        @Override
        public void showTyping(String channel) {
            network.showTyping(channel);
        }
    }

    LiveRun(SimHost host, FakeNetwork network, Binding binding, Engine engine) throws IOException {
        this.network = network;
        this.process = host.start("live");
        this.directory = process.world().disk().open(Runs.DIRECTORY, Runs.LABEL);
        this.ownership = new RunLock(process.world(), directory, Runs.WAIT).claim();
        this.journal = Runs.open(process);
        this.connector =
                new Connector(
                        new Custody(
                                process.world(),
                                journal,
                                ownership,
                                new Shown(),
                                engine,
                                events::add),
                        binding);
        this.thread = Thread.ofPlatform().start(this::run);
    }

    private void run() {
        try {
            connector.run();
        } catch (IOException | RuntimeException | Error e) {
            failure.set(e);
        }
    }

    Connector connector() {
        return connector;
    }

    List<Event> events() {
        return events;
    }

    /// Somebody says something, and it is shown.
    String say(String channel, String text) {
        String id = network.say(channel, text, Runs.NOW);
        network.waiting().stream()
                .filter(it -> it.id().equals(id))
                .forEach(it -> shown.add(Optional.of(it)));
        network.take(id);
        return id;
    }

    /// Nothing more is shown; what was is finished.
    void finish() throws Exception {
        shown.add(Optional.empty());
        join();
    }

    /// Waits for the end of the run.
    void join() throws Exception {
        if (!thread.join(PATIENCE)) {
            throw new AssertionError("the run does not end: " + List.of(thread.getStackTrace()));
        }
        switch (failure.get()) {
            case null -> {}
            case Exception e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        connector.end();
        journal.close();
        ownership.release();
        directory.close();
        process.kill();
    }
}
