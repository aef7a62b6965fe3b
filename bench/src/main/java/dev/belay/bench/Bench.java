package dev.belay.bench;

import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `bench/run deletion`, `connector`, `staging`, `start`, and `profile`.
public final class Bench {
    private Bench() {}

    static void main(String[] arguments) throws IOException, InterruptedException {
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "deletion" -> Report.print(deletion(), System.out);
            case "connector" -> Report.print(connector(Path.of(arguments[1])), System.out);
            case "staging" -> Report.print(staging(), System.out);
            case "start" -> Report.print(start(Path.of(arguments[1])), System.out);
            case "profile" -> profile();
            case "--open" -> OpenFigures.print(Path.of(arguments[1]));
            case "--index" -> OpenFigures.index(Path.of(arguments[1]));
            case "--copy" -> StagingFigures.print(Path.of(arguments[1]), Path.of(arguments[2]));
            case "--heap" -> HeapFigure.print(Path.of(arguments[1]));
            case "--take-turns" -> HandOver.takeTurns(Path.of(arguments[1]));
            default -> {
                System.err.println("usage: bench/run deletion|connector|staging|start|profile");
                System.exit(2);
            }
        }
    }

    private static List<Figure> deletion() throws IOException, InterruptedException {
        World world = LocalWorld.create();
        List<Figure> figures = new ArrayList<>();
        Optional<Node> node = Node.start();
        try (Workspace workspace = new Workspace()) {
            CycleFigures cycles = new CycleFigures(world, workspace, node);
            figures.add(cycles.measure(0, 1.3).getFirst());
            figures.addAll(cycles.measure(4000, 1.5));
            CallerFigures callers = new CallerFigures(world, workspace, node);
            figures.add(callers.callers());
            figures.add(callers.looks());
            figures.add(HeapFigure.measure(workspace));
            figures.add(HandOver.measure(workspace));
            figures.add(AuditFigures.appends(world, workspace));
        } finally {
            node.ifPresent(Node::close);
        }
        return figures;
    }

    private static List<Figure> connector(Path launcher) throws IOException, InterruptedException {
        World world = LocalWorld.create();
        List<Figure> figures = new ArrayList<>();
        Optional<Node> node = Node.start();
        try (Workspace workspace = new Workspace()) {
            figures.addAll(OpenFigures.measure(workspace, node));
            figures.addAll(new MessageFigures(world, workspace, node).measure());
            figures.addAll(new LineFigures(world, workspace).measure());
            figures.addAll(new BotFigures(world, launcher, workspace).measure());
        } finally {
            node.ifPresent(Node::close);
        }
        return figures;
    }

    private static List<Figure> staging() throws IOException, InterruptedException {
        Told figures = new Told();
        Optional<Workspace> inMemory = Workspace.inMemory();
        try (Workspace workspace = new Workspace();
                Workspace memory = inMemory.isPresent() ? inMemory.get() : new Workspace()) {
            figures.add(new WarmFigures(workspace, "disk").measure());
            StagingFigures onDisk = new StagingFigures(workspace, "disk");
            figures.add(onDisk.measure());
            figures.add(onDisk.measureReal());
            figures.add(List.of(onDisk.history()));
            if (memory.isInMemory()) {
                figures.add(new WarmFigures(memory, "memory").measure());
                figures.add(new StagingFigures(memory, "memory").measure());
            }
            StagingFigures large = new StagingFigures(memory, "memory");
            Path repository = large.large();
            figures.add(List.of(large.memory(repository)));
            if (memory.isInMemory()) {
                figures.add(large.measureLarge(repository));
                memory.isDone(repository);
            }
            figures.add(onDisk.measureLarge(onDisk.large()));
            figures.add(new SweepFigures(LocalWorld.create(), workspace).measure());
        }
        return figures.all();
    }

    private static void profile() throws IOException {
        try (Workspace workspace = new Workspace()) {
            new Profile(LocalWorld.create(), workspace).print();
        }
    }

    private static List<Figure> start(Path launcher) throws IOException {
        try (Workspace workspace = new Workspace()) {
            return new StartFigures(launcher, workspace).measure();
        }
    }
}
