package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.DeletionRecord.Accepted;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Target;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The text that is kept and changed, against one that is put together anew.
class FileTextTest {
    private static final int CHANGES = 400;
    private static final int BOXES = 6;
    private static final Instant NOW = Instant.ofEpochMilli(1_764_486_000_000L);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void what_is_kept_and_changed_is_what_would_be_written_anew(long seed)
            throws IOException, InvalidJournal {
        SplittableRandom random = new SplittableRandom(seed);
        World world = Journals.host().start("belay").world();
        Directory directory = world.disk().open(Journals.ROOT, "");
        PastOperations past = new PastOperations(world, directory);
        Contents contents = new Contents(List.of());
        FileText text = new FileText(contents);
        for (int change = 0; change < CHANGES; change++) {
            Draft draft = new Draft(contents, past);
            int together = random.nextInt(4);
            for (int i = 0; i < together; i++) {
                change(draft, random);
            }
            text.edit(draft);
            draft.apply();

            List<byte[]> texts = contents.entries().stream().map(Entry::text).toList();
            assertThat(bytes(text)).as("change %d", change).isEqualTo(DeletionFormat.file(texts));
            assertThat(bytes(new FileText(contents))).isEqualTo(DeletionFormat.file(texts));
        }
    }

    @Test
    void it_is_the_text_of_its_own_records_only() {
        Contents contents = new Contents(List.of());

        assertThat(new FileText(contents).isOf(contents)).isTrue();
        assertThat(new FileText(contents).isOf(new Contents(List.of()))).isFalse();
    }

    private static void change(Draft draft, SplittableRandom random) throws InvalidJournal {
        BoxId id = box(1 + random.nextInt(BOXES));
        Entry next = DeletionFormat.entry(record(id, random), Map.of());
        switch (random.nextInt(4)) {
            case 0 -> draft.append(next);
            case 1 -> draft.remove(id);
            default -> draft.put(next);
        }
    }

    private static DeletionRecord record(BoxId id, SplittableRandom random) {
        Target target = new Target(id, "n".repeat(1 + random.nextInt(90)), null);
        OperationId operation = operation(1 + random.nextInt(BOXES));
        return random.nextBoolean()
                ? new DeletionRecord(target, new Prepared(), NOW, NOW, List.of())
                : new DeletionRecord(
                        target,
                        new Accepted(operation, OperationStatus.PENDING),
                        NOW,
                        NOW,
                        List.of());
    }

    private static byte[] bytes(FileText text) {
        ByteBuffer buffer = text.bytes();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
