package dev.belay.bench;

import dev.belay.bench.Figure.Goal;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.util.List;

/// What one durable line costs: beside the bare calls, and beside the same line in an SQLite with
/// full syncs and in a RocksDB with synced writes. All alternate round by round.
final class LineFigures {
    private static final int ROUNDS = 9;
    private static final int WARM_UP = Size.of(400);
    private static final int LINES = Size.of(200);
    private static final int LINES_OF_WRITER = Size.of(40);

    private final World world;
    private final Workspace workspace;

    private final Samples ours = new Samples();
    private final Samples ofBare = new Samples();
    private final Samples ofSqlite = new Samples();
    private final Samples ofRocks = new Samples();
    private final Samples gain = new Samples();
    private final Samples togetherOfRocks = new Samples();

    LineFigures(World world, Workspace workspace) {
        this.world = world;
        this.workspace = workspace;
    }

    List<Figure> measure() throws IOException, InterruptedException {
        try (MessageSteps steps = new MessageSteps(world, workspace.fresh());
                Directory directory = world.disk().open(workspace.fresh(), "yardstick");
                BareMessage bare = new BareMessage(directory);
                DurableLines sqlite = new SqliteLines(workspace.fresh());
                DurableLines rocks = new RocksLines(workspace.fresh())) {
            for (int i = 0; i < WARM_UP; i++) {
                steps.accept("1");
                bare.line();
                sqlite.append();
                rocks.append();
            }
            for (int round = 0; round < ROUNDS; round++) {
                alone(steps, bare, sqlite, rocks);
                together(steps, rocks);
            }
        }
        System.err.printf(
                "a line takes %.3f ms; bare calls %.2f, SQLite %.2f, and RocksDB %.2f of that%n",
                ours.median(), ofBare.median(), ofSqlite.median(), ofRocks.median());
        return List.of(
                new Figure("line.of-bare", ofBare.median(), "x", Goal.atLeast(0.9), null),
                new Figure("line.over-sqlite", ofSqlite.median(), "x", Goal.atLeast(1), null),
                new Figure("line.over-rocksdb", ofRocks.median(), "x", Goal.atLeast(0.9), null),
                new Figure("line.writers-64.over-one", gain.median(), "x", Goal.atLeast(20), null),
                new Figure(
                        "line.writers-64.over-rocksdb",
                        togetherOfRocks.median(),
                        "x",
                        Goal.atLeast(0.9),
                        null));
    }

    private void alone(
            MessageSteps steps, BareMessage bare, DurableLines sqlite, DurableLines rocks) {
        double bareBefore = Rounds.time(LINES, bare::line);
        double one = Rounds.time(LINES, () -> steps.accept("1"));
        double bareAfter = Rounds.time(LINES, bare::line);
        double inRocks = Rounds.time(LINES, rocks::append);
        double again = Rounds.time(LINES, () -> steps.accept("1"));
        double inSqlite = Rounds.time(LINES, sqlite::append);
        ours.add((one + again) / 2);
        ofBare.add((bareBefore + bareAfter) / 2 / one);
        ofRocks.add(2 * inRocks / (one + again));
        ofSqlite.add(2 * inSqlite / (one + again));
    }

    /// A call into RocksDB holds its thread, so that its writers are platform threads.
    private void together(MessageSteps steps, DurableLines rocks) throws InterruptedException {
        double one = Rounds.time(LINES, () -> steps.accept("1"));
        double all = Rounds.together(LINES_OF_WRITER, steps::accept);
        double inRocks =
                Rounds.together(
                        LINES_OF_WRITER, _ -> rocks.append(), Thread.ofPlatform().factory());
        gain.add(one / all);
        togetherOfRocks.add(inRocks / all);
    }
}
