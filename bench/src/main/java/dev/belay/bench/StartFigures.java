package dev.belay.bench;

import dev.belay.bench.Figure.Goal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How long `belay` takes to start, against an empty Java program on the same machine.
///
/// Both start from an AOT cache with the same options, and alternate.
final class StartFigures {
    private static final int RUNS = 41;
    private static final Pattern PEAK =
            Pattern.compile("Maximum resident set size \\(kbytes\\): (\\d+)");

    private final Path launcher;
    private final Path root;
    private final List<String> empty;

    StartFigures(Path launcher, Workspace workspace) throws IOException {
        this.launcher = launcher;
        this.root = workspace.withRecords(0);
        this.empty = emptyProgram(workspace.fresh());
    }

    List<Figure> measure() throws IOException {
        List<String> version = List.of(launcher.toString(), "--version");
        List<String> list =
                List.of(launcher.toString(), "--root", root.toString(), "deletion", "list");
        run(version);
        run(list);
        Samples empties = new Samples();
        Samples versions = new Samples();
        Samples lists = new Samples();
        for (int i = 0; i < RUNS; i++) {
            empties.add(run(empty));
            versions.add(run(version));
            lists.add(run(list));
        }
        System.err.printf(
                "an empty program %.1f ms, --version %.1f ms, deletion list %.1f ms%n",
                empties.median(), versions.median(), lists.median());
        return List.of(
                new Figure(
                        "start.version.over-empty",
                        versions.median() / empties.median(),
                        "x",
                        Goal.atMost(2.2),
                        null),
                new Figure(
                        "start.list.over-empty",
                        lists.median() / empties.median(),
                        "x",
                        Goal.atMost(3.3),
                        null),
                new Figure("start.list.rss", peakMebibytes(list), "MiB", Goal.atMost(80), null));
    }

    /// Milliseconds from start to exit.
    private static double run(List<String> command) throws IOException {
        long start = System.nanoTime();
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        if (wait(process) != 0) {
            throw new IllegalStateException(String.join(" ", command) + " failed");
        }
        return (System.nanoTime() - start) / 1e6;
    }

    private static double peakMebibytes(List<String> command) throws IOException {
        List<String> timed = new ArrayList<>(List.of("/usr/bin/time", "-v"));
        timed.addAll(command);
        if (!Files.isExecutable(Path.of(timed.getFirst()))) {
            throw new IllegalStateException("GNU time is needed to measure memory");
        }
        Process process =
                new ProcessBuilder(timed).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        String report = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher peak = PEAK.matcher(report);
        if (wait(process) != 0 || !peak.find()) {
            throw new IllegalStateException("the memory of `deletion list` was not measured");
        }
        return Long.parseLong(peak.group(1)) / 1024.0;
    }

    /// Compiles `main` with an empty body into a jar, and makes its AOT cache.
    private static List<String> emptyProgram(Path directory) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin").toString();
        Path source = directory.resolve("Empty.java");
        Files.writeString(source, "public class Empty { public static void main(String[] a) {} }");
        tool(List.of(java + "/javac", "-d", directory.toString(), source.toString()));
        String jar = directory.resolve("empty.jar").toString();
        tool(
                List.of(
                        java + "/jar",
                        "cfe",
                        jar,
                        "Empty",
                        "-C",
                        directory.toString(),
                        "Empty.class"));
        String cache = directory.resolve("empty.aot").toString();
        List<String> options =
                List.of(
                        java + "/java",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Xlog:disable",
                        "-Xlog:all=error:stderr");
        tool(with(options, "-XX:AOTCacheOutput=" + cache, "-jar", jar));
        return with(options, "-XX:AOTCache=" + cache, "-jar", jar);
    }

    private static List<String> with(List<String> options, String... more) {
        List<String> command = new ArrayList<>(options);
        command.addAll(List.of(more));
        return command;
    }

    private static void tool(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (wait(process) != 0) {
            throw new IllegalStateException(command.getFirst() + " failed: " + output);
        }
    }

    private static int wait(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException interruption) {
            throw new IllegalStateException(interruption);
        }
    }
}
