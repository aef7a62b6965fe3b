package dev.belay.bench;

import dev.belay.bench.Figure.Goal;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a cycle costs one caller, against the bare calls and the Node program.
///
/// All three alternate round by round. A round of the yardstick stands before and after each of
/// ours, because the disk may change its mind in between.
final class CycleFigures {
    private static final int ROUNDS = 9;
    private static final int WARM_UP_CYCLES = 1_000;
    private static final int CYCLES = 40;
    private static final int NODE_WARM_UP_CYCLES = 20;
    private static final int NODE_CYCLES = 6;

    private final World world;
    private final Workspace workspace;
    private final Optional<Node> node;
    private int number;

    CycleFigures(World world, Workspace workspace, Optional<Node> node) {
        this.world = world;
        this.workspace = workspace;
        this.node = node;
    }

    /// The two ratios with this many other records.
    List<Figure> measure(int others, double yardstickGoal) throws IOException {
        byte[] journal = Workspace.bytes(Math.max(1, others));
        Samples ratios = new Samples();
        Samples ours = new Samples();
        Samples bare = new Samples();
        Samples peers = new Samples();
        try (Directory directory = world.disk().open(workspace.fresh(), "yardstick");
                Cycle cycle = new Cycle(world, workspace.withRecords(others))) {
            Yardstick yardstick = new Yardstick(directory, journal);
            Path peerDirectory = workspace.withRecords(others);
            run(cycle, WARM_UP_CYCLES);
            run(yardstick, WARM_UP_CYCLES);
            node.ifPresent(it -> it.cycles(peerDirectory, NODE_WARM_UP_CYCLES));
            for (int round = 0; round < ROUNDS; round++) {
                double before = run(yardstick, CYCLES / 2);
                double mine = run(cycle, CYCLES);
                double after = run(yardstick, CYCLES / 2);
                ours.add(mine);
                bare.add((before + after) / 2);
                ratios.add(2 * mine / (before + after));
                node.ifPresent(it -> peers.add(it.cycles(peerDirectory, NODE_CYCLES)));
            }
        }
        say(others, List.of(ours, bare, peers), ratios);
        return List.of(
                new Figure(
                        "cycle.over-bare.others-" + others,
                        ratios.median(),
                        "x",
                        Goal.atMost(yardstickGoal),
                        over(peers, bare)),
                new Figure(
                        "cycle.rate.others-" + others,
                        1000 / ours.median(),
                        "/s",
                        Goal.atLeast(peers.count() == 0 ? 0 : 6 * 1000 / peers.median()),
                        peers.count() == 0 ? null : 1000 / peers.median()));
    }

    private static void say(int others, List<Samples> times, Samples ratios) {
        List<Double> medians =
                times.stream().map(it -> it.count() == 0 ? Double.NaN : it.median()).toList();
        System.err.printf(
                "%d other records: a cycle takes %.2f ms, the bare calls %.2f ms, Node's %.2f ms;"
                        + " over bare from %.2f to %.2f%n",
                others,
                medians.get(0),
                medians.get(1),
                medians.get(2),
                ratios.quantile(0),
                ratios.quantile(1));
    }

    private static @Nullable Double over(Samples peers, Samples bare) {
        return peers.count() == 0 ? null : peers.median() / bare.median();
    }

    /// Milliseconds a cycle.
    private double run(Cycle cycle, int cycles) throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < cycles; i++) {
            cycle.run(number++);
        }
        return (System.nanoTime() - start) / 1e6 / cycles;
    }

    private static double run(Yardstick yardstick, int cycles) throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < cycles; i++) {
            yardstick.cycle();
        }
        return (System.nanoTime() - start) / 1e6 / cycles;
    }
}
