package dev.belay.bench;

import dev.belay.bench.Figure.Goal;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Opening a journal with a long history, each time in a process of its own, and the heap that it
/// then lives in.
final class OpenFigures {
    private static final int LINES = Size.of(1_000_000);
    private static final int TURNS = Size.of(100_000);
    private static final int RUNS = 3;
    private static final int COLLECTIONS = 3;

    private OpenFigures() {}

    static List<Figure> measure(Workspace workspace, Optional<Node> node)
            throws IOException, InterruptedException {
        Path directory = workspace.fresh();
        History history = new History(directory, LINES);
        history.inbox();
        history.outbox();
        history.turns(TURNS);
        Samples times = new Samples();
        Samples heaps = new Samples();
        Samples peers = new Samples();
        for (int run = 0; run < RUNS; run++) {
            List<Double> child =
                    Child.start("--open", directory.toString()).lines().stream()
                            .map(Double::valueOf)
                            .toList();
            times.add(child.getFirst());
            heaps.add(child.getLast());
            node.ifPresent(it -> peers.add(it.opening(directory)));
        }
        Double peer = peers.count() == 0 ? null : peers.median();
        return List.of(
                new Figure(
                        "open.history-" + LINES,
                        times.median(),
                        "ms",
                        Goal.atMost(peer == null ? Double.MAX_VALUE : peer / 3),
                        peer),
                new Figure(
                        "open.heap.history-" + LINES,
                        heaps.median(),
                        "MiB",
                        Goal.atMost(64),
                        null));
    }

    /// What the measured process does: prints how long opening took, in milliseconds, and its live
    /// heap, in MiB.
    static void print(Path directory) throws IOException {
        World world = LocalWorld.create();
        long start = System.nanoTime();
        try (ConnectorJournal journal = ConnectorJournal.open(world, directory, "binding")) {
            System.out.println((System.nanoTime() - start) / 1e6);
            for (int i = 0; i < COLLECTIONS; i++) {
                System.gc();
            }
            double bytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            System.out.println(bytes / (1 << 20));
            journal.inbox().size(); // The journal lived until here.
        }
    }
}
