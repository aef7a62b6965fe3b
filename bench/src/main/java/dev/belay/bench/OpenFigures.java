package dev.belay.bench;

import dev.belay.bench.Figure.Goal;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
        Samples indexed = new Samples();
        Samples heaps = new Samples();
        Samples peers = new Samples();
        for (int run = 0; run < RUNS; run++) {
            Files.deleteIfExists(directory.resolve(".index"));
            times.add(opened("--open", directory).getFirst());
            opened("--index", directory);
            List<Double> child = opened("--open", directory);
            indexed.add(child.getFirst());
            heaps.add(child.getLast());
            node.ifPresent(it -> peers.add(it.opening(directory)));
        }
        Double peer = peers.count() == 0 ? null : peers.median();
        return figures(times.median(), indexed.median(), heaps.median(), peer);
    }

    private static List<Figure> figures(
            double time, double indexed, double heap, @Nullable Double peer) {
        return List.of(
                new Figure(
                        "open.history-" + LINES,
                        time,
                        "ms",
                        Goal.atMost(peer == null ? Double.MAX_VALUE : peer / 3),
                        peer),
                new Figure(
                        "open.indexed.history-" + LINES,
                        indexed,
                        "ms",
                        Goal.atMost(peer == null ? Double.MAX_VALUE : peer / 10),
                        peer),
                new Figure("open.heap.history-" + LINES, heap, "MiB", Goal.atMost(64), null));
    }

    private static List<Double> opened(String how, Path directory)
            throws IOException, InterruptedException {
        return Child.start(how, directory.toString()).lines().stream()
                .map(Double::valueOf)
                .toList();
    }

    /// What another process does: writes the index, and prints how long that took, in milliseconds.
    static void index(Path directory) throws IOException {
        World world = LocalWorld.create();
        try (ConnectorJournal journal = ConnectorJournal.open(world, directory, "binding")) {
            long start = System.nanoTime();
            journal.refreshIndex(() -> {});
            System.out.println((System.nanoTime() - start) / 1e6);
        }
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
