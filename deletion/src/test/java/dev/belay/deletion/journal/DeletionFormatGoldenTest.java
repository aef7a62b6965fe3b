package dev.belay.deletion.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Files of every version that was ever released are still read, and today's written as it was.
class DeletionFormatGoldenTest {
    @Test
    void version_1_is_written_anew_to_the_same_bytes() throws IOException, InvalidJournal {
        byte[] golden = golden("deletion-journal-v1.json");

        List<byte[]> texts = new ArrayList<>();
        for (Entry entry : DeletionFormat.read(golden)) {
            texts.add(DeletionFormat.entry(entry.record(), entry.foreign()).text());
        }

        assertThat(texts).hasSize(6);
        assertThat(DeletionFormat.file(texts)).isEqualTo(golden);
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(DeletionFormatGoldenTest.class.getResourceAsStream(name))) {
            return in.readAllBytes();
        }
    }
}
