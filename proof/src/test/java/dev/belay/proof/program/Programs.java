package dev.belay.proof.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Command lines of the programs that the tests start.
public final class Programs {
    /// A short-lived JVM on a small machine: one compiler, one collector, little memory.
    private static final List<String> FLAGS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx128m",
                    "--enable-native-access=ALL-UNNAMED");

    private Programs() {}

    /// Belay itself, without its launcher, on the class path of the tests.
    public static List<String> belay(String... arguments) {
        return java("dev.belay.app.cli.Belay", arguments);
    }

    /// A class of ours with a `main` method.
    public static List<String> java(String main, String... arguments) {
        return java(FLAGS, System.getProperty("java.class.path"), main, arguments);
    }

    static List<String> java(
            List<String> flags, String classPath, String main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("-cp");
        command.add(classPath);
        command.add(main);
        command.addAll(List.of(arguments));
        return command;
    }

    /// The usual flags and more, for a JVM that keeps its remarks on them to itself.
    static List<String> quiet(String... more) {
        List<String> flags = new ArrayList<>(FLAGS);
        flags.addAll(List.of("-Xlog:disable", "-Xlog:all=error:stderr"));
        flags.addAll(List.of(more));
        return flags;
    }
}
