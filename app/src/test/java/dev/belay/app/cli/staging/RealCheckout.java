package dev.belay.app.cli.staging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.Belay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A checkout on the real disk, in which the real program runs.
final class RealCheckout {
    /// With which variables the program runs, beside ours.
    final Map<String, String> variables = new HashMap<>();

    final Path top;
    final Path home;
    private final Path complaints;

    private RealCheckout(Path top, Path home, Path complaints) {
        this.top = top;
        this.home = home;
        this.complaints = complaints;
    }

    /// What a command ended with.
    record Ran(int code, String output, String complaints) {}

    /// One of a file `a.txt`, which is committed.
    static RealCheckout in(Path directory) throws Exception {
        Path real = directory.toRealPath();
        RealCheckout checkout =
                new RealCheckout(
                        Files.createDirectory(real.resolve("r")),
                        real.resolve("home"),
                        real.resolve("complaints"));
        checkout.shell(
                "git init -q -b main; git config user.name t; git config user.email"
                        + " t@example.invalid; echo a >a.txt; git add -A; git commit -qm base");
        return checkout;
    }

    Ran exec(String script, String... options) throws Exception {
        return exec(List.of("sh", "-c", script), options);
    }

    Ran exec(List<String> command, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("staging", "exec"));
        words.addAll(List.of(options));
        words.add("--");
        words.addAll(command);
        return belay(words.toArray(String[]::new));
    }

    Ran belay(String... words) throws Exception {
        Process process = start(words);
        process.outputWriter().close();
        return end(process);
    }

    /// The same, for a test that does something meanwhile.
    Process start(String... words) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath(),
                                Belay.class.getName(),
                                "--root",
                                home.toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(top.toFile())
                        .redirectError(complaints.toFile());
        builder.environment().put("XDG_STATE_HOME", home.resolveSibling("state").toString());
        builder.environment().putAll(variables);
        return builder.start();
    }

    Ran end(Process process) throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Ran(process.exitValue(), output, Files.readString(complaints));
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(":", -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .reduce((left, right) -> left + ":" + right)
                .orElseThrow();
    }

    /// The copies that are there.
    List<Path> copies() throws IOException {
        if (Files.notExists(home.resolve("staging"))) {
            return List.of();
        }
        try (Stream<Path> listed = Files.list(home.resolve("staging"))) {
            return listed.filter(path -> id(path).length() == 36).toList();
        }
    }

    static String id(Path copy) {
        return copy.getFileName().toString().replace("openclaw-crabbox-sync-", "");
    }

    String shell(String script) throws Exception {
        Process process =
                new ProcessBuilder("sh", "-ec", script)
                        .directory(top.toFile())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
