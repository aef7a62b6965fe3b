package dev.belay.staging.warm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.freeze.Freezer.Lists;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.system.FileKind;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class WarmFormatTest {
    private static final Instant TIME = Instant.ofEpochSecond(1_770_000_000L, 123_456_789);

    private static Digest digest(String text) {
        return Digest.of(text.getBytes(UTF_8));
    }

    private static WarmFile file(String path, FileMode mode, boolean isFresh) {
        FileKind kind = mode == FileMode.LINK ? FileKind.SYMBOLIC_LINK : FileKind.REGULAR;
        Stamp stamp = new Stamp(kind, 64_768, 1_234_567, 0644, 5, TIME, TIME.plusNanos(1));
        BlobId blob = BlobId.of("0123456789abcdef0123456789abcdef01234567");
        return new WarmFile(path, mode, blob, isFresh ? null : stamp, stamp, isFresh);
    }

    private static byte[] written() throws InvalidFormat {
        SavedRepository repository =
                new SavedRepository(
                        digest("inputs"),
                        new TreeMap<>(Map.of(".git", 0755, ".git/refs", 0755)),
                        List.of(
                                new SavedFile(
                                        file(".git/HEAD", FileMode.REGULAR, false),
                                        "ref: refs/heads/main\n".getBytes(UTF_8)),
                                new SavedFile(file(".git/pack", FileMode.REGULAR, true), null)));
        return WarmFormat.write(
                new WarmIndex(
                        new StagingId("6f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f1"),
                        new DirectoryIdentity("64768", "42"),
                        0755,
                        new Lists(digest("index"), digest("untracked"), true),
                        List.of(
                                file("a", FileMode.REGULAR, false),
                                file("b/\u00e4", FileMode.EXECUTABLE, true),
                                file("c", FileMode.LINK, false)),
                        repository,
                        new WarmIndex.Seal(digest("manifest"), digest("deleted"))));
    }

    @Test
    void what_was_written_is_read() throws InvalidFormat {
        byte[] written = written();

        WarmIndex read = WarmFormat.read(written);

        assertThat(read.files())
                .containsExactly(
                        file("a", FileMode.REGULAR, false),
                        file("b/\u00e4", FileMode.EXECUTABLE, true),
                        file("c", FileMode.LINK, false));
        assertThat(WarmFormat.write(read)).isEqualTo(written);
    }

    @Test
    void an_index_with_any_bit_turned_or_cut_off_anywhere_is_refused() throws InvalidFormat {
        byte[] written = written();
        for (int bit = 0; bit < written.length * Byte.SIZE; bit++) {
            byte[] damaged = written.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThatExceptionOfType(InvalidFormat.class)
                    .as("bit %d", bit)
                    .isThrownBy(() -> WarmFormat.read(damaged));
        }
        for (int length = 0; length < written.length; length++) {
            byte[] part = Arrays.copyOf(written, length);
            assertThatExceptionOfType(InvalidFormat.class)
                    .as("%d bytes", length)
                    .isThrownBy(() -> WarmFormat.read(part));
        }
    }

    @Test
    void a_lie_with_the_right_checksum_is_read_or_refused_and_breaks_nothing() throws Exception {
        byte[] written = written();
        int read = 0;
        int refused = 0;
        for (int bit = 0; bit < (written.length - Integer.BYTES) * Byte.SIZE; bit++) {
            byte[] lie = written.clone();
            lie[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            CRC32C checksum = new CRC32C();
            checksum.update(lie, 0, lie.length - Integer.BYTES);
            ByteBuffer.wrap(lie).putInt(lie.length - Integer.BYTES, (int) checksum.getValue());
            try {
                WarmFormat.read(lie);
                read++;
            } catch (InvalidFormat _) {
                refused++;
            }
        }
        assertThat(read).isPositive();
        assertThat(refused).isPositive();
    }
}
