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
                    "-Xshare:auto",
                    "--enable-native-access=ALL-UNNAMED");

    private Programs() {}

    /// Belay itself, without its launcher, on the class path of the tests.
    public static List<String> belay(String... arguments) {
        return java("dev.belay.app.cli.Belay", arguments);
    }

    /// A class of ours with a `main` method.
    public static List<String> java(String main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main);
        command.addAll(List.of(arguments));
        return command;
    }
}
