package dev.belay.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/// Fresh directories on the disk that is measured.
///
/// They stay until the end: some file systems step over inodes deleted in the last minutes, so that
/// deleting between runs would slow the next one.
final class Workspace implements AutoCloseable {
    private static final Path MEMORY = Path.of("/dev/shm");

    private final Path root;
    private int made;

    /// Below `BELAY_BENCH_DIR`, else below the current directory's `target`.
    Workspace() throws IOException {
        this(
                Optional.ofNullable(System.getenv("BELAY_BENCH_DIR"))
                        .map(Path::of)
                        .orElseGet(() -> Path.of("target").toAbsolutePath()));
    }

    private Workspace(Path parent) throws IOException {
        Files.createDirectories(parent);
        root = Files.createTempDirectory(parent, "bench-");
    }

    /// In memory, where a file system of that kind is mounted.
    static Optional<Workspace> inMemory() throws IOException {
        return Files.isWritable(MEMORY) ? Optional.of(new Workspace(MEMORY)) : Optional.empty();
    }

    Path fresh() {
        try {
            return Files.createDirectory(
                    root.resolve(Integer.toString(made++)),
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    boolean isInMemory() {
        return root.startsWith(MEMORY);
    }

    /// A directory is not needed any more. In memory it goes at once, where that slows nothing down
    /// and its room is needed.
    void isDone(Path directory) throws IOException {
        if (isInMemory()) {
            GeneratedRepository.time(root, "rm -rf '%s'".formatted(directory));
        }
    }

    /// A directory that holds a journal with this many other records.
    Path withRecords(int others) {
        Path directory = fresh();
        if (others > 0) {
            try {
                Path file = directory.resolve("box-delete-requests.json");
                Files.writeString(file, journal(others));
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        return directory;
    }

    @Override
    public void close() throws IOException {
        new ProcessBuilder("rm", "-rf", root.toString()).inheritIO().start();
    }

    /// As the Node program prints it.
    static String journal(int records) {
        StringBuilder text = new StringBuilder("{\n  \"version\": 1,\n  \"records\": [\n");
        for (int i = 0; i < records; i++) {
            text.append(
                    """
                        {
                          "boxId": "%s",
                          "name": "computer number %d",
                          "ownerBotId": "bot-%d",
                          "phase": "accepted",
                          "requestedAt": %d,
                          "updatedAt": %d,
                          "operationId": "bdop_%032x",
                          "status": "pending"
                        }%s
                    """
                            .formatted(
                                    boxId(i + 1),
                                    i,
                                    i % 500,
                                    1_700_000_000_000L + i,
                                    1_700_000_001_000L + i,
                                    i,
                                    i == records - 1 ? "" : ","));
        }
        return text.append("  ]\n}\n").toString();
    }

    static String boxId(int number) {
        String alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
        StringBuilder id = new StringBuilder();
        for (int rest = number; id.length() < 8; rest /= alphabet.length()) {
            id.insert(0, alphabet.charAt(rest % alphabet.length()));
        }
        return "bx_" + id;
    }

    static byte[] bytes(int records) {
        return journal(records).getBytes(StandardCharsets.UTF_8);
    }
}
