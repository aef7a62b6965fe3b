package dev.belay.staging.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Real repositories, made by the real Git, without anything of the user's settings.
public final class Repositories {
    private static final long SECONDS_MAX = 60;

    private Repositories() {}

    /// One with the branch `main` and one commit of `a.txt`.
    public static Path create(Path directory) {
        git(Path.of("/"), "init", "-q", "-b", "main", directory.toString());
        git(directory, "config", "user.name", "t");
        git(directory, "config", "user.email", "t@example.invalid");
        write(directory, "a.txt", "a\n");
        commitAll(directory);
        return directory;
    }

    public static void commitAll(Path repository) {
        git(repository, "--literal-pathspecs", "add", "-A");
        git(repository, "commit", "-qm", "change");
    }

    /// Writes a file, and makes the directories that it is in.
    public static Path write(Path directory, String name, String content) {
        try {
            Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Runs Git, which must succeed.
    ///
    /// @return what it wrote
    public static String git(Path directory, String... arguments) {
        List<String> words = new ArrayList<>(List.of("git"));
        words.addAll(List.of(arguments));
        return run(directory, words);
    }

    /// Runs a script, which must succeed.
    public static String shell(Path directory, String script) {
        return run(directory, List.of("sh", "-ec", script));
    }

    /// Lets a command fail, as a merge with a conflict does.
    public static void attempt(Path directory, String script) {
        shell(directory, "(" + script + ") >/dev/null 2>&1 || true");
    }

    private static String run(Path directory, List<String> words) {
        try {
            ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment());
            Process process = builder.redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new AssertionError(words + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// An environment in which Git knows no user.
    public static Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", System.getenv("PATH"));
        environment.put("HOME", "/nonexistent");
        environment.put("GIT_CONFIG_NOSYSTEM", "1");
        return environment;
    }
}
