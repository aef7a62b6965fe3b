package dev.belay.bench;

import dev.belay.connector.Snowflake;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.IntFunction;

/// The files of a binding with many lines, spread over a year, as the Node program writes them.
final class History {
    private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");
    private static final long YEAR_MILLIS = 365L * 24 * 3600 * 1000;
    private static final long FIRST_ID = Snowflake.atOrAfter(START).value();
    private static final String CHANNEL = "1180000000000000000";
    private static final int AUTHORS = 997;

    private final Path directory;
    private final int lines;

    /// @param lines of each file that is written
    History(Path directory, int lines) {
        this.directory = directory;
        this.lines = lines;
    }

    void inbox() throws IOException {
        write("inbox.jsonl", i -> line("\"id\":\"%d\"".formatted(id(i)), i, author(i)));
    }

    void admissions() throws IOException {
        write("admissions.jsonl", i -> line("\"id\":\"%d\"".formatted(id(i)), i, author(i)));
    }

    void notices() throws IOException {
        write(
                "notices.jsonl",
                i ->
                        line(
                                "\"kind\":\"kind-%d\",\"date\":\"%s\""
                                        .formatted(i % 2000, at(i).substring(0, 10)),
                                i,
                                ""));
    }

    /// Half of the lines are intents, the others say that the part before was delivered.
    void outbox() throws IOException {
        write("outbox.jsonl", this::outboxLine);
    }

    void turns(int count) throws IOException {
        Path turns = directory.resolve("turns");
        Files.createDirectories(turns);
        Files.setPosixFilePermissions(turns, PosixFilePermissions.fromString("rwx------"));
        for (int i = 0; i < count; i++) {
            Path file = turns.resolve(id(i) + ".json");
            Files.writeString(
                    file,
                    """
                    {
                      "id": "%d",
                      "startedAt": "%s",
                      "outcome": "answered",
                      "reply": "%s"
                    }
                    """
                            .formatted(id(i), at(i), "r".repeat(500)));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    private String outboxLine(int i) {
        int nonce = i / 2;
        String name = "\"nonce\":\"nonce%017d\"".formatted(nonce);
        return i % 2 == 0
                ? line(name + ",\"status\":\"intent\",\"turn\":\"%d\"".formatted(id(nonce)), i, "")
                : line(name + ",\"status\":\"confirmed\",\"messageId\":\"1\"", i, "");
    }

    private String line(String members, int i, String more) {
        return "{%s,\"at\":\"%s\",\"channel\":\"%s\"%s}\n".formatted(members, at(i), CHANNEL, more);
    }

    private static String author(int i) {
        return ",\"author\":\"%d\"".formatted(900_000_000_000_000_000L + i % AUTHORS);
    }

    private static long id(int i) {
        return FIRST_ID + ((long) i << 22);
    }

    private String at(int i) {
        return START.plusMillis(YEAR_MILLIS * i / lines).truncatedTo(ChronoUnit.MILLIS).toString();
    }

    private void write(String name, IntFunction<String> line) throws IOException {
        Path file = directory.resolve(name);
        try (Writer writer = Files.newBufferedWriter(file)) {
            for (int i = 0; i < lines; i++) {
                writer.write(line.apply(i));
            }
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}
