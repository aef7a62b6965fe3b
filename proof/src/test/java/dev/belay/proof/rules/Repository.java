package dev.belay.proof.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The files that make up Belay's sources, without what a build or an editor leaves beside them.
record Repository(Path root, List<TextFile> files) {
    private static final Set<String> FOREIGN_DIRECTORIES =
            Set.of(".git", ".idea", ".vscode", "dist", "target");

    /// A text with its path below the root, `/` between the names.
    record TextFile(String path, String text) {
        /// Whether it is Java of ours: the sources of others keep their own style.
        boolean isJava() {
            return path.endsWith(".java") && !path.startsWith("third-party/");
        }

        boolean isMarkdown() {
            return path.endsWith(".md");
        }

        List<String> lines() {
            return text.lines().toList();
        }
    }

    /// The repository that the tests run in: the closest directory above that holds `docs`.
    static Repository here() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve("docs"))) {
            root = root.getParent();
            if (root == null) {
                throw new IllegalStateException("the tests run outside of the repository");
            }
        }
        return new Repository(root, read(root));
    }

    boolean holds(String path) {
        return Files.exists(root.resolve(path));
    }

    private static List<TextFile> read(Path root) {
        List<TextFile> files = new ArrayList<>();
        try {
            Files.walkFileTree(
                    root,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path directory, BasicFileAttributes attributes) {
                            return FOREIGN_DIRECTORIES.contains(
                                            String.valueOf(directory.getFileName()))
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                                throws IOException {
                            if (attributes.isRegularFile()) {
                                addText(root, file, files);
                            }
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    private static void addText(Path root, Path file, List<TextFile> files) throws IOException {
        try {
            String path = root.relativize(file).toString();
            files.add(new TextFile(path, Files.readString(file)));
        } catch (CharacterCodingException _) {
            // Not a text, and so no subject of the rules: an image, or a golden file that is
            // damaged.
        }
    }
}
