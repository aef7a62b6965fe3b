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
    private static final int WARM_UP = Size.of(400);
    private static final int MESSAGES = Size.of(60);
    private static final int MESSAGES_OF_CHANNEL = Size.of(12);
    private static final int SHORT = 1_000;
    private static final int LONG = Size.of(1_000_000);
    private static final int NODE_MESSAGES = 2;

    private final World world;
    private final Workspace workspace;
    private final Optional<Node> node;

    MessageFigures(World world, Workspace workspace, Optional<Node> node) {
        this.world = world;
        this.workspace = workspace;
        this.node = node;
    }

    List<Figure> measure() throws IOException, InterruptedException {
        Path longHistory = withHistory(LONG);
        List<Figure> figures = new ArrayList<>();
        try (MessageSteps many = new MessageSteps(world, longHistory);
                MessageSteps few = new MessageSteps(world, withHistory(SHORT));
                Directory directory = world.disk().open(workspace.fresh(), "yardstick");
                BareMessage bare = new BareMessage(directory)) {
            figures.addAll(oneAfterTheOther(many, few, bare));
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
        Rounds.time(WARM_UP, () -> many.run("1"));
        Rounds.time(WARM_UP, () -> few.run("1"));
        Rounds.time(WARM_UP, bare::run);
        for (int round = 0; round < ROUNDS; round++) {
            double before = Rounds.time(MESSAGES, bare::run);
            double ofMany = Rounds.time(MESSAGES, () -> many.run("1"));
            double ofFew = Rounds.time(MESSAGES, () -> few.run("1"));
            double after = Rounds.time(MESSAGES, bare::run);
            rates.add(1000 / ofMany);
            flat.add(ofFew / ofMany);
            over.add(2 * ofMany / (before + after));
        }
        Double peer = node.map(it -> peer(it)).orElse(null);
        return List.of(
                new Figure(
                        "message.rate.history-" + LONG,
                        rates.median(),
                        "/s",
                        Goal.atLeast(peer == null ? 0 : 500 * peer),
                        peer),
                new Figure(
                        "message.rate.history-%d.of-%d".formatted(LONG, SHORT),
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

    private static List<Figure> together(MessageSteps steps)
            throws IOException, InterruptedException {
        Samples gain = new Samples();
        for (int round = -1; round < ROUNDS; round++) {
            double one = Rounds.time(MESSAGES, () -> steps.run("1"));
            double all = Rounds.together(MESSAGES_OF_CHANNEL, steps::run);
            if (round >= 0) {
                gain.add(one / all);
            }
        }
        return List.of(
                new Figure(
                        "message.channels-64.over-one", gain.median(), "x", Goal.atLeast(4), null));
    }
}
