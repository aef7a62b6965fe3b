package dev.belay.bench;

import dev.belay.bench.Figure.Goal;
import dev.belay.core.lock.Held;
import dev.belay.core.lock.LinkLock;
import dev.belay.core.lock.LockName;
import dev.belay.system.Directory;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// How long the lock stands free between two processes that both want it.
///
/// Each of two processes takes the lock in turn, notes the machine's monotonic time when it has it
/// and when it begins to let go, and prints both. Merged, a take that follows the other's release
/// is a hand-over.
final class HandOver {
    private static final int TAKES = 400;
    private static final LockName NAME = new LockName("bench.lock", "belay deletion unlock");

    private HandOver() {}

    private record Turn(int process, long taken, long released) {}

    static Figure measure(Workspace workspace) throws IOException, InterruptedException {
        Path directory = workspace.fresh();
        List<Child> children = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            children.add(Child.start("--take-turns", directory.toString()));
        }
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < children.size(); i++) {
            for (String line : children.get(i).lines()) {
                String[] times = line.split(" ", 2);
                turns.add(new Turn(i, Long.parseLong(times[0]), Long.parseLong(times[1])));
            }
        }
        turns.sort((a, b) -> Long.compare(a.taken(), b.taken()));
        Samples gaps = new Samples();
        for (int i = 1; i < turns.size(); i++) {
            if (turns.get(i).process() != turns.get(i - 1).process()) {
                gaps.add((turns.get(i).taken() - turns.get(i - 1).released()) / 1e6);
            }
        }
        System.err.printf(
                "%d hand-overs in %d turns, from %.2f to %.2f ms for nine in ten%n",
                gaps.count(), turns.size(), gaps.quantile(0.05), gaps.quantile(0.95));
        return new Figure("lock.hand-over", gaps.median(), "ms", Goal.atMost(2), null);
    }

    /// What each of the two processes does.
    static void takeTurns(Path path) throws IOException {
        World world = LocalWorld.create();
        StringBuilder lines = new StringBuilder();
        try (Directory directory = world.disk().open(path, "bench")) {
            LinkLock lock = new LinkLock(world, directory, NAME, Duration.ofSeconds(5));
            for (int i = 0; i < TAKES; i++) {
                Held held = lock.acquire();
                long taken = System.nanoTime();
                world.waiting().pause(Duration.ofMillis(1));
                long released = System.nanoTime();
                held.release();
                lines.append(taken).append(' ').append(released).append('\n');
            }
        }
        System.out.print(lines);
    }
}
