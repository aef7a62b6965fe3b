package dev.belay.bench;

import dev.belay.bench.Figure.Goal;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Live heap of a process that has a full journal open, over one with an empty journal.
///
/// Each is measured in a process of its own, after the whole life of one record and a full
/// collection.
final class HeapFigure {
    private static final int RECORDS = 4095; // And one more for a while.
    private static final int RUNS = 5;
    private static final int COLLECTIONS = 3;

    private HeapFigure() {}

    static Figure measure(Workspace workspace) throws IOException, InterruptedException {
        Samples over = new Samples();
        Samples resident = new Samples();
        for (int run = 0; run < RUNS; run++) {
            List<Double> empty = child(workspace, 0);
            List<Double> full = child(workspace, RECORDS);
            over.add(full.getFirst() - empty.getFirst());
            resident.add(full.getLast());
        }
        System.err.printf("the process with the full journal has %.0f MiB%n", resident.median());
        return new Figure("heap.records-4096", over.median(), "MiB", Goal.atMost(8), null);
    }

    private static List<Double> child(Workspace workspace, int records)
            throws IOException, InterruptedException {
        Path directory = workspace.withRecords(records);
        return Child.start("--heap", directory.toString()).lines().stream()
                .map(Double::valueOf)
                .toList();
    }

    /// What the measured process does: prints its live heap and its resident memory, in MiB.
    static void print(Path directory) throws IOException {
        World world = LocalWorld.create();
        try (Cycle cycle = new Cycle(world, directory)) {
            cycle.journal().snapshot();
            cycle.run(1);
            for (int i = 0; i < COLLECTIONS; i++) {
                System.gc();
            }
            double bytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            System.out.println(bytes / (1 << 20));
            System.out.println(residentMebibytes());
            cycle.journal().snapshot(); // The journal lived until here.
        }
    }

    private static double residentMebibytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
                .findFirst()
                .orElse(0);
    }
}
