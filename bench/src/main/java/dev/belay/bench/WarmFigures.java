package dev.belay.bench;

import dev.belay.bench.Figure.Goal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A warm copy that is brought up to date, against `git status` and against the Node program's
/// mirror. The programs alternate; each is measured in one process, after a warm-up.
final class WarmFigures {
    private static final int FILES = 20_000;
    private static final int ROUNDS = 15;
    private static final int ROUNDS_UNTIL_STEADY = 10;
    private static final int CHANGED = 100;

    private final Workspace workspace;
    private final String disk;

    /// @param disk what figures call it
    WarmFigures(Workspace workspace, String disk) {
        this.workspace = workspace;
        this.disk = disk;
    }

    List<Figure> measure() throws IOException {
        int files = Size.of(FILES);
        Path repository = GeneratedRepository.create(workspace.fresh(), files);
        Optional<SeedStaging> seed = SeedStaging.find(workspace.fresh());
        Samples same = new Samples();
        Samples changed = new Samples();
        Samples status = new Samples();
        try (WarmMirror mirror = WarmMirror.make(repository, workspace.fresh())) {
            for (int round = -ROUNDS_UNTIL_STEADY; round < ROUNDS; round++) {
                double unchanged = mirror.refill();
                double git = GeneratedRepository.time(repository, "git status");
                change(repository, files, round);
                double some = mirror.refill();
                mirror.refill(); // Reads once more what was too young.
                if (round >= 0) {
                    same.add(unchanged);
                    changed.add(some);
                    status.add(git);
                }
            }
        }
        System.err.printf(
                "%s, %d files: a warm copy, nothing changed %.0f ms, %d changed %.0f ms, git status"
                        + " %.0f ms%n",
                disk, files, same.median(), CHANGED, changed.median(), status.median());
        String name = "staging.%s.%d.warm.".formatted(disk, FILES);
        List<Figure> figures = new ArrayList<>();
        figures.add(ratio(name + "over-git-status", same.median() / status.median(), 3));
        if (seed.isPresent()) {
            double ratio = same.median() / seed.get().mirror(repository);
            figures.add(ratio(name + "of-node", ratio, 1 / 3.0));
        }
        figures.add(added(name, changed.median() - same.median()));
        return figures;
    }

    private static Figure added(String name, double milliseconds) {
        return new Figure(name + CHANGED + "-changed", milliseconds, "ms", Goal.atMost(40), null);
    }

    private static Figure ratio(String name, double ratio, double goal) {
        return new Figure(name, ratio, "x", Goal.atMost(goal), null);
    }

    /// Writes to a hundred files that are spread over the tree, each round to the same.
    private static void change(Path repository, int files, int round) throws IOException {
        for (int i = 0; i < CHANGED; i++) {
            int number = i * (files / CHANGED);
            Path file = GeneratedRepository.file(repository, number);
            if (Files.isRegularFile(file)) {
                Files.writeString(file, "file " + number + " in round " + round + "\n");
            }
        }
    }
}
