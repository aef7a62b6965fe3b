package dev.belay.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/// Git repositories of generated files, 8 KiB each on average, of which one in a hundred can be
/// executed and one in two hundred is a link.
final class GeneratedRepository {
    private static final Duration LIMIT = Duration.ofMinutes(20);
    private static final int DIRECTORIES = 100;
    private static final int FILES_IN_EACH = 20;
    private static final int SIZE_MIN = 512;
    private static final int SIZE_SPREAD = 15_872;
    private static final int TEXT_BYTES = 1 << 20;
    private static final int LINK_EACH = 200;
    private static final int SCRIPT_EACH = 100;

    private GeneratedRepository() {}

    /// One commit of so many files.
    static Path create(Path parent, int files) throws IOException {
        Path repository = Files.createDirectory(parent.resolve("repository"));
        Random random = new Random(files);
        String text = words(random);
        for (int i = 0; i < files; i++) {
            write(repository, i, text, random);
        }
        commit(repository);
        return repository;
    }

    /// Makes a repository of what is there.
    static void commit(Path repository) throws IOException {
        git(repository, "init", "-q", "-b", "main");
        git(repository, "add", "-A");
        git(repository, "commit", "-q", "-m", "bench");
    }

    private static String words(Random random) {
        StringBuilder text = new StringBuilder();
        while (text.length() < TEXT_BYTES) {
            text.append(Integer.toString(random.nextInt(4096), Character.MAX_RADIX))
                    .append(random.nextInt(9) == 0 ? ";\n" : " ");
        }
        return text.toString();
    }

    /// Where the file of a number is.
    static Path file(Path repository, int number) {
        int sub = number / DIRECTORIES / FILES_IN_EACH;
        return repository.resolve("p%02d/q%d/file-%d".formatted(number % DIRECTORIES, sub, number));
    }

    private static void write(Path repository, int number, String text, Random random)
            throws IOException {
        Path file = file(repository, number);
        Path parent = Objects.requireNonNull(file.getParent(), "it is in the repository");
        Files.createDirectories(parent);
        if (number % LINK_EACH == LINK_EACH - 1) {
            Files.createSymbolicLink(file, Path.of("file-" + (number - DIRECTORIES)));
            return;
        }
        int size = SIZE_MIN + random.nextInt(SIZE_SPREAD);
        int from = random.nextInt(text.length() - size);
        Files.writeString(file, "file " + number + "\n" + text.substring(from, from + size));
        if (number % SCRIPT_EACH == SCRIPT_EACH / 2 && !file.toFile().setExecutable(true)) {
            throw new IOException("a file cannot be made executable");
        }
    }

    /// Adds a branch with so many objects of history: a commit, a tree, and a blob at a time.
    static void addHistory(Path repository, int objects) throws IOException {
        Process process =
                command(repository, "fast-import", "--quiet")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (OutputStream pipe = process.getOutputStream()) {
            for (int i = 0; i < objects / 3; i++) {
                String content = "line " + i + "\n";
                String commit =
                        """
                        commit refs/heads/history
                        committer b <b@example.invalid> %d +0000
                        data 1
                        x
                        M 644 inline file-%d
                        data %d
                        %s
                        """
                                .formatted(1_700_000_000 + i, i % 500, content.length(), content);
                pipe.write(commit.getBytes(StandardCharsets.US_ASCII));
            }
        }
        require(process, "fast-import");
    }

    static void git(Path repository, String... words) throws IOException {
        Process process =
                command(repository, words)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        require(process, words[0]);
    }

    private static void require(Process process, String what) throws IOException {
        if (Programs.await(process, LIMIT) != 0) {
            throw new IOException("git " + what + " failed");
        }
    }

    private static ProcessBuilder command(Path repository, String... words) {
        ProcessBuilder builder =
                new ProcessBuilder(
                        "git",
                        "-c",
                        "user.name=bench",
                        "-c",
                        "user.email=b@example.invalid",
                        "-c",
                        "gc.auto=0");
        builder.command().addAll(List.of(words));
        return builder.directory(repository.toFile());
    }

    /// Milliseconds of a shell's script, which must succeed.
    static double time(Path directory, String script) throws IOException {
        long start = System.nanoTime();
        Process process =
                new ProcessBuilder("sh", "-ec", script)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        require(process, "and " + script);
        return (System.nanoTime() - start) / 1e6;
    }
}
