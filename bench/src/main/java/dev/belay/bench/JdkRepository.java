package dev.belay.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// A repository of the JDK's own sources: real names, sizes, and directories.
final class JdkRepository {
    private static final Path SOURCES =
            Path.of(System.getProperty("java.home")).resolve("lib").resolve("src.zip");

    private JdkRepository() {}

    /// One commit of the sources beside a branch of so many objects of history.
    ///
    /// @return empty where the JDK came without its sources
    static Optional<Path> create(Path parent, int historyObjects) throws IOException {
        if (!Files.isRegularFile(SOURCES)) {
            System.err.println("lib/src.zip of the JDK is not there; it is not measured");
            return Optional.empty();
        }
        Path repository = Files.createDirectory(parent.resolve("repository"));
        unpack(repository);
        GeneratedRepository.commit(repository);
        GeneratedRepository.addHistory(repository, historyObjects);
        return Optional.of(repository);
    }

    private static void unpack(Path target) throws IOException {
        try (ZipFile sources = new ZipFile(SOURCES.toFile())) {
            Enumeration<? extends ZipEntry> entries = sources.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                Path file = target.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    Files.copy(sources.getInputStream(entry), file);
                }
            }
        }
    }
}
