package dev.belay.proof.staging;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A real checkout with work in it that is nowhere else.
final class DirtyCheckout {
    private static final int FILES = 120;
    private static final String OUTPUTS = ".crabbox";

    final Path top;

    DirtyCheckout(Path top) throws IOException, InterruptedException {
        this.top = Files.createDirectory(top);
        git("init", "-q", "-b", "main");
        git("config", "user.name", "t");
        git("config", "user.email", "t@example.invalid");
        for (int i = 0; i < FILES; i++) {
            Path directory = Files.createDirectories(top.resolve("d" + i % 7));
            Files.writeString(directory.resolve("f" + i), "committed " + i + "\n");
        }
        Files.writeString(top.resolve(".gitignore"), OUTPUTS + "\nignored\n");
        git("add", "-A");
        git("commit", "-qm", "base");
        Files.writeString(top.resolve("d0/f0"), "edited\n");
        Files.writeString(top.resolve("d1/f1"), "staged\n");
        git("add", "d1/f1");
        Files.delete(top.resolve("d2/f2"));
        Files.writeString(top.resolve("new"), "untracked\n");
        Files.writeString(top.resolve("ignored"), "ignored\n");
        Files.createSymbolicLink(top.resolve("link"), Path.of("new"));
        Files.setPosixFilePermissions(
                top.resolve("d3/f3"), PosixFilePermissions.fromString("rwxr-x---"));
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("git"));
        words.addAll(List.of(arguments));
        Process git = new ProcessBuilder(words).directory(top.toFile()).inheritIO().start();
        if (git.waitFor() != 0) {
            throw new IOException(words + " failed");
        }
    }

    /// Everything but the outputs that came back: each path with its time, mode, and content.
    Map<String, String> everything() throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(top)) {
            for (Path path : (Iterable<Path>) walk::iterator) {
                String name = top.relativize(path).toString();
                if (!name.startsWith(OUTPUTS) && !Files.isDirectory(path)) {
                    all.put(name, described(path));
                }
            }
        }
        return all;
    }

    private static String described(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            return "-> " + Files.readSymbolicLink(path);
        }
        return "%s %s %s"
                .formatted(
                        Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(path)),
                        Files.readString(path, ISO_8859_1));
    }

    /// What runs have brought back to a place of outputs, from each directory of theirs.
    List<String> broughtBack(String name) throws IOException {
        Path artifacts = top.resolve(OUTPUTS).resolve("wrapper-artifacts");
        List<String> found = new ArrayList<>();
        if (Files.isDirectory(artifacts)) {
            try (Stream<Path> runs = Files.list(artifacts)) {
                for (Path run : (Iterable<Path>) runs::iterator) {
                    Path file = run.resolve(name);
                    if (Files.exists(file)) {
                        found.add(Files.readString(file, UTF_8).strip());
                    }
                }
            }
        }
        return found;
    }
}
