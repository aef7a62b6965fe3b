package dev.belay.bench;

import dev.belay.bench.Figure.Goal;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What messages cost, alternating with the bare calls and with the Node program.
final class MessageFigures {
    private static final int ROUNDS = 9;
    private static final int WARM_UP = 400;
    private static final int MESSAGES = 60;
    private static final int LINES = 200;
    private static final int CHANNELS = 64;
    private static final int MESSAGES_OF_CHANNEL = 12;
    private static final int LINES_OF_CHANNEL = 40;
    private static final int SHORT = 1_000;
    private static final int LONG = 1_000_000;
    private static final int NODE_MESSAGES = 2;

    private final World world;
    private final Workspace workspace;
    private final Optional<Node> node;

    MessageFigures(World world, Workspace workspace, Optional<Node> node) {
        this.world = world;
        this.workspace = workspace;
        this.node = node;
    }

    private interface Step {
        void run() throws IOException;
    }

    List<Figure> measure() throws IOException, InterruptedException {
        Path longHistory = withHistory(LONG);
        List<Figure> figures = new ArrayList<>();
        try (MessageSteps many = new MessageSteps(world, longHistory);
                MessageSteps few = new MessageSteps(world, withHistory(SHORT));
                Directory directory = world.disk().open(workspace.fresh(), "yardstick");
                BareMessage bare = new BareMessage(directory)) {
            figures.addAll(oneAfterTheOther(many, few, bare));
            figures.addAll(lines(few, bare));
            figures.addAll(together(few));
        }
        return figures;
    }

    private Path withHistory(int lines) throws IOException {
        Path directory = workspace.fresh();
        History history = new History(directory, lines);
        history.inbox();
        history.admissions();
        history.notices();
        history.outbox();
        history.turns(0);
        return directory;
    }

    private List<Figure> oneAfterTheOther(MessageSteps many, MessageSteps few, BareMessage bare)
            throws IOException {
        Samples rates = new Samples();
        Samples flat = new Samples();
        Samples over = new Samples();
        time(WARM_UP, () -> many.run("1"));
        time(WARM_UP, () -> few.run("1"));
        time(WARM_UP, bare::run);
        for (int round = 0; round < ROUNDS; round++) {
            double before = time(MESSAGES, bare::run);
            double ofMany = time(MESSAGES, () -> many.run("1"));
            double ofFew = time(MESSAGES, () -> few.run("1"));
            double after = time(MESSAGES, bare::run);
            rates.add(1000 / ofMany);
            flat.add(ofFew / ofMany);
            over.add(2 * ofMany / (before + after));
        }
        Double peer = node.map(it -> peer(it)).orElse(null);
        return List.of(
                new Figure(
                        "message.rate.history-1000000",
                        rates.median(),
                        "/s",
                        Goal.atLeast(peer == null ? 0 : 500 * peer),
                        peer),
                new Figure(
                        "message.rate.history-1000000.of-1000",
                        flat.median(),
                        "x",
                        Goal.atLeast(0.9),
                        null),
                new Figure("message.over-bare", over.median(), "x", Goal.atMost(1.5), null));
    }

    /// Messages a second of the Node program, in a history of its own.
    private double peer(Node peer) {
        try {
            Path directory = withHistory(LONG);
            double total = 0;
            for (int i = 0; i < NODE_MESSAGES; i++) {
                total += peer.message(directory, i);
            }
            return 1000 * NODE_MESSAGES / total;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<Figure> lines(MessageSteps steps, BareMessage bare)
            throws IOException, InterruptedException {
        Samples ofBare = new Samples();
        Samples gain = new Samples();
        time(WARM_UP, () -> steps.accept("1"));
        for (int round = 0; round < ROUNDS; round++) {
            double before = time(LINES, bare::line);
            double one = time(LINES, () -> steps.accept("1"));
            double after = time(LINES, bare::line);
            double all = together(LINES_OF_CHANNEL, channel -> steps.accept(channel));
            ofBare.add((before + after) / 2 / one);
            gain.add(one / all);
        }
        return List.of(
                new Figure("line.of-bare", ofBare.median(), "x", Goal.atLeast(0.9), null),
                new Figure("line.writers-64.over-one", gain.median(), "x", Goal.atLeast(20), null));
    }

    private static List<Figure> together(MessageSteps steps)
            throws IOException, InterruptedException {
        Samples gain = new Samples();
        for (int round = -1; round < ROUNDS; round++) {
            double one = time(MESSAGES, () -> steps.run("1"));
            double all = together(MESSAGES_OF_CHANNEL, steps::run);
            if (round >= 0) {
                gain.add(one / all);
            }
        }
        return List.of(
                new Figure(
                        "message.channels-64.over-one", gain.median(), "x", Goal.atLeast(4), null));
    }

    private interface ChannelStep {
        void run(String channel) throws IOException;
    }

    /// Milliseconds a step where all channels take steps at once.
    private static double together(int steps, ChannelStep step) throws InterruptedException {
        List<Thread> channels = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < CHANNELS; i++) {
            String channel = Integer.toString(i);
            channels.add(Thread.ofVirtual().start(() -> repeat(steps, () -> step.run(channel))));
        }
        for (Thread channel : channels) {
            channel.join();
        }
        return (System.nanoTime() - start) / 1e6 / steps / CHANNELS;
    }

    /// Milliseconds a step.
    private static double time(int steps, Step step) {
        long start = System.nanoTime();
        repeat(steps, step);
        return (System.nanoTime() - start) / 1e6 / steps;
    }

    private static void repeat(int steps, Step step) {
        try {
            for (int i = 0; i < steps; i++) {
                step.run();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
