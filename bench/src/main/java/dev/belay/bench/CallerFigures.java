package dev.belay.bench;

import dev.belay.bench.Figure.Goal;
import dev.belay.deletion.BoxId;
import dev.belay.system.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Many callers at once, and looking.
final class CallerFigures {
    private static final int CALLERS = 64;
    private static final int CYCLES_PER_CALLER = 24;
    private static final int WARM_UP_ROUNDS = 2;
    private static final int ROUNDS = 7;
    private static final int OTHERS = 4000;
    private static final int LOOKS = 200_000;
    private static final int NODE_CALLS = 20;
    private static final int NODE_CYCLES = 4;

    private final World world;
    private final Workspace workspace;
    private final Optional<Node> node;
    private final AtomicInteger number = new AtomicInteger(1_000_000);

    CallerFigures(World world, Workspace workspace, Optional<Node> node) {
        this.world = world;
        this.workspace = workspace;
        this.node = node;
    }

    /// Cycles a second of 64 callers in one process, alternating with the one of the Node program.
    Figure callers() throws IOException, InterruptedException {
        Samples rates = new Samples();
        Samples peers = new Samples();
        Path peerDirectory = workspace.withRecords(OTHERS);
        try (Cycle cycle = new Cycle(world, workspace.withRecords(OTHERS))) {
            for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
                double rate = together(cycle);
                double peer =
                        node.map(it -> 1000 / it.cycles(peerDirectory, NODE_CYCLES)).orElse(0.0);
                if (round >= 0) {
                    rates.add(rate);
                    peers.add(peer);
                }
            }
        }
        double peer = peers.median();
        return new Figure(
                "cycle.rate.callers-64.others-4000",
                rates.median(),
                "/s",
                Goal.atLeast(100 * peer),
                peer == 0 ? null : peer);
    }

    private double together(Cycle cycle) throws InterruptedException {
        List<Thread> callers = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(Thread.ofPlatform().start(() -> cycles(cycle)));
        }
        for (Thread caller : callers) {
            caller.join();
        }
        return CALLERS * CYCLES_PER_CALLER / ((System.nanoTime() - start) / 1e9);
    }

    private void cycles(Cycle cycle) {
        try {
            for (int i = 0; i < CYCLES_PER_CALLER; i++) {
                cycle.run(number.getAndIncrement());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Looks a second at one of 4,000 records in an unchanged file.
    Figure looks() throws IOException {
        Path directory = workspace.withRecords(OTHERS);
        BoxId id = new BoxId(Workspace.boxId(17));
        Samples rates = new Samples();
        Samples peers = new Samples();
        try (Cycle cycle = new Cycle(world, directory)) {
            for (int round = -1; round < ROUNDS; round++) {
                double rate = lookRate(cycle, id);
                double peer = node.map(it -> 1000 / peerLook(it, directory, id)).orElse(0.0);
                if (round >= 0) {
                    rates.add(rate);
                    peers.add(peer);
                }
            }
        }
        double peer = peers.median();
        return new Figure(
                "find.rate.others-4000",
                rates.median(),
                "/s",
                Goal.atLeast(20 * peer),
                peer == 0 ? null : peer);
    }

    private static double lookRate(Cycle cycle, BoxId id) throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < LOOKS; i++) {
            if (cycle.journal().find(id).isEmpty()) {
                throw new IllegalStateException("a record is missing");
            }
        }
        return LOOKS / ((System.nanoTime() - start) / 1e9);
    }

    private static double peerLook(Node node, Path directory, BoxId id) {
        double total = 0;
        for (int i = 0; i < NODE_CALLS; i++) {
            total += node.run("deletion.get", directory, "{\"boxId\":\"%s\"}".formatted(id));
        }
        return total / NODE_CALLS;
    }
}
