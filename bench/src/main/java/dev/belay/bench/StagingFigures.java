package dev.belay.bench;

import dev.belay.bench.Figure.Goal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A sealed copy, and the proofs that it may go, against `cp -a` and against the Node program.
///
/// The programs alternate, in fresh directories. A copy is measured without a repository of its
/// own, which the Node program does not make either; the removal is in the Node program's recovery
/// and in none of ours, so that only a disk that removes quickly compares.
final class StagingFigures {
    private static final double MEGABYTES = 1024;
    private static final int ROUNDS = 5;
    private static final int HISTORY_OBJECTS = Size.of(100_000);

    private final Workspace workspace;
    private final String disk;

    /// What is measured.
    ///
    /// @param what for a person
    /// @param name of its figures, up to the last part
    /// @param rounds of ours, after one that warms up
    /// @param nodeCopies how often the Node program copies
    /// @param nodeRecoveries how often it recovers a copy, which takes it minutes
    /// @param proofsGoal of our proofs, as a share of its recovery
    private record Measured(
            String what,
            String name,
            int rounds,
            int nodeCopies,
            int nodeRecoveries,
            double proofsGoal) {}

    /// @param disk what figures call it
    StagingFigures(Workspace workspace, String disk) {
        this.workspace = workspace;
        this.disk = disk;
    }

    /// Twenty thousand generated files.
    List<Figure> measure() throws IOException {
        return measure(
                GeneratedRepository.create(workspace.fresh(), Size.of(20_000)),
                new Measured("20000 files", name("20000"), ROUNDS, 3, 3, 1 / 5.0));
    }

    /// Five times as many. The Node program's recovery is measured in memory only: on a disk it is
    /// mostly the removal.
    List<Figure> measureLarge(Path repository) throws IOException {
        int recoveries = workspace.isInMemory() ? 1 : 0;
        return measure(
                repository,
                new Measured("100000 files", name("100000"), 2, 1, recoveries, 1 / 8.0));
    }

    Path large() throws IOException {
        return GeneratedRepository.create(workspace.fresh(), Size.of(100_000));
    }

    /// The sources of the JDK, on top of a long history.
    List<Figure> measureReal() throws IOException {
        Optional<Path> repository = JdkRepository.create(workspace.fresh(), HISTORY_OBJECTS);
        return repository.isEmpty()
                ? List.of()
                : measure(
                        repository.get(),
                        new Measured("the sources of the JDK", name("jdk"), 3, 1, 1, 1 / 5.0));
    }

    private String name(String what) {
        return "staging.%s.%s.".formatted(disk, what);
    }

    private List<Figure> measure(Path repository, Measured measured) throws IOException {
        Optional<SeedStaging> seed = SeedStaging.find(workspace.fresh());
        Samples plain = new Samples();
        Samples copies = new Samples();
        Samples proofs = new Samples();
        Samples seedCopies = new Samples();
        Samples seedRecoveries = new Samples();
        for (int round = -1; round < measured.rounds; round++) {
            double cp = cp(repository);
            double[] ours = ours(repository);
            if (round >= 0) { // The first one warms up.
                plain.add(cp);
                copies.add(ours[0]);
                proofs.add(ours[1]);
            }
            if (round >= 0 && seed.isPresent()) {
                if (round < measured.nodeCopies) {
                    seedCopies.add(seed.get().copy(repository));
                }
                if (round < measured.nodeRecoveries) {
                    seedRecoveries.add(seed.get().recover(repository));
                }
            }
        }
        System.err.printf(
                "%s, %s: cp -a and sync %.0f ms, a sealed copy %.0f ms, all proofs %.0f ms%n",
                disk, measured.what, plain.median(), copies.median(), proofs.median());
        List<Figure> figures = new ArrayList<>();
        String name = measured.name;
        figures.add(ratio(name + "copy.over-cp", copies, plain, 1.3));
        if (seed.isPresent()) {
            figures.add(ratio(name + "copy.of-node", copies, seedCopies, 0.5));
        }
        if (seed.isPresent() && measured.nodeRecoveries > 0) {
            double goal = measured.proofsGoal;
            figures.add(ratio(name + "proofs.of-node", proofs, seedRecoveries, goal));
        }
        beside(repository);
        return figures;
    }

    private static Figure ratio(String name, Samples ours, Samples theirs, double goal) {
        return new Figure(name, ours.median() / theirs.median(), "x", Goal.atMost(goal), null);
    }

    private double cp(Path repository) throws IOException {
        Path target = workspace.fresh();
        double time =
                GeneratedRepository.time(
                        target, "cp -a '%s'/[!.]* . && sync -f .".formatted(repository));
        workspace.isDone(target);
        return time;
    }

    /// Milliseconds of a copy, and of its proofs.
    private double[] ours(Path repository) throws IOException {
        Path root = workspace.fresh();
        long start = System.nanoTime();
        double[] times;
        try (SealedCopy copy = SealedCopy.make(repository, root)) {
            long made = System.nanoTime();
            copy.prove();
            times = new double[] {(made - start) / 1e6, (System.nanoTime() - made) / 1e6};
        }
        workspace.isDone(root);
        return times;
    }

    /// What Git itself takes for the like.
    private void beside(Path repository) throws IOException {
        double status = GeneratedRepository.time(repository, "git status; git status");
        Path tree = workspace.fresh().resolve("tree");
        double worktree =
                GeneratedRepository.time(
                        repository, "git worktree add -q --detach '%s'; sync -f .".formatted(tree));
        double fsck = GeneratedRepository.time(repository, "git fsck --connectivity-only");
        System.err.printf(
                "%s: git status %.0f ms, git worktree add and sync %.0f ms, git fsck"
                        + " --connectivity-only %.0f ms%n",
                disk, status / 2, worktree, fsck);
    }

    /// The proof of a witness in a repository with a long history, over one without.
    Figure history() throws IOException {
        Path repository = GeneratedRepository.create(workspace.fresh(), Size.of(2_000));
        double small = witness(repository);
        GeneratedRepository.addHistory(repository, HISTORY_OBJECTS);
        double large = witness(repository);
        double fsck = GeneratedRepository.time(repository, "git fsck --connectivity-only");
        System.err.printf(
                "a witness of %d files: %.0f ms, with %d objects of history %.0f ms, git fsck"
                        + " --connectivity-only %.0f ms%n",
                Size.of(2_000), small, HISTORY_OBJECTS, large, fsck);
        return new Figure("staging.witness.history", large / small, "x", Goal.atMost(1.5), null);
    }

    private double witness(Path repository) throws IOException {
        Samples times = new Samples();
        try (SealedCopy copy = SealedCopy.make(repository, workspace.fresh())) {
            copy.verify();
            for (int round = 0; round < ROUNDS; round++) {
                times.add(Rounds.time(1, copy::verify));
            }
        }
        return times.median();
    }

    /// The most memory that a process takes which copies a repository and proves the copy.
    Figure memory(Path repository) throws IOException, InterruptedException {
        String peak =
                Child.start("--copy", repository.toString(), workspace.fresh().toString())
                        .lines()
                        .getFirst();
        return new Figure(
                "staging.100000.rss", Double.parseDouble(peak), "MiB", Goal.atMost(256), null);
    }

    /// What the measured process does.
    static void print(Path repository, Path root) throws IOException {
        try (SealedCopy copy = SealedCopy.make(repository, root)) {
            copy.prove();
        }
        String peak =
                Files.readAllLines(Path.of("/proc/self/status")).stream()
                        .filter(line -> line.startsWith("VmHWM:"))
                        .findFirst()
                        .orElseThrow();
        System.out.println(Double.parseDouble(peak.replaceAll("[^0-9]", "")) / MEGABYTES);
    }
}
