package dev.belay.proof.seed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.proof.program.Effort;
import dev.belay.proof.seed.Peer.Answer;
import dev.belay.proof.seed.Peer.Command;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A journal that no memory of the program holds.
class LargeJournalTest {
    /// More than the 128 MiB that the program has; in the deep budget more than the 512 MiB at
    /// which the Node program gives up.
    private static final int MEGABYTES = Effort.of(160, 600);

    private static final int PADDING = 1_000_000;

    @TempDir private Path scratch;

    @Test
    void j09_a_log_that_is_larger_than_memory_is_read() throws IOException {
        Path binding = Files.createDirectory(scratch.resolve("support"));
        Files.setPosixFilePermissions(binding, PosixFilePermissions.fromString("rwx------"));
        Path inbox = binding.resolve("inbox.jsonl");
        String padding = "x".repeat(PADDING);
        try (BufferedWriter out = Files.newBufferedWriter(inbox)) {
            for (int i = 1; i <= MEGABYTES; i++) {
                out.write("{\"id\":\"%d\",\"padding\":\"%s\"}\n".formatted(i, padding));
            }
        }
        Files.setPosixFilePermissions(inbox, PosixFilePermissions.fromString("rw-------"));

        try (Peer belay = Peer.belay(scratch.resolve("errors"))) {
            Command read = new Command("journal.readInboxIds", JsonObject.builder().build());
            Answer answer = belay.ask(read, binding).orElseThrow();

            assertThat(answer.ok()).as(answer.toString()).isTrue();
            assertThat(JsonText.print(answer.result()))
                    .startsWith("[\"1\",\"2\",")
                    .endsWith(",\"%d\"]".formatted(MEGABYTES));
        }
    }
}
