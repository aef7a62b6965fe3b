package dev.belay.connector.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.connector.line.Delivery;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A journal whose outbox is long enough to be read on a thread of its own.
class LongJournalTest {
    private static final int PARTS = 25_000;
    private static final String BROKEN = "{\"nonce\":\"n\",}\n";

    private SimHost host;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Journals.host();
        Journals.put(host, "inbox.jsonl", "{\"id\":\"7\",\"channel\":\"c\"}\n");
    }

    /// Each part is settled but the last, and every third line is one that only the strict reader
    /// takes.
    private static String outbox() {
        StringBuilder lines = new StringBuilder();
        for (int part = 0; part < PARTS; part++) {
            String space = part % 3 == 0 ? " " : "";
            lines.append(
                    """
                    {%s"nonce":"part-%d","status":"intent","at":"2026-03-01T12:00:00.000Z",\
                    "channel":"7","sha256":"%064d","length":12}
                    """
                            .formatted(space, part, part));
            if (part < PARTS - 1) {
                lines.append("{\"nonce\":\"part-%d\",\"status\":\"confirmed\"}\n".formatted(part));
            }
        }
        assertThat(lines.length()).isGreaterThan(5 << 20);
        return lines.toString();
    }

    @Test
    void it_says_what_all_of_its_lines_say() throws IOException {
        Journals.put(host, "outbox.jsonl", outbox());
        try (ConnectorJournal journal = Journals.open(host.start("owner"))) {
            assertThat(journal.inbox().has("7")).isTrue();
            for (int part = 0; part < PARTS; part++) {
                boolean isLast = part == PARTS - 1;
                assertThat(journal.outbox().status("part-" + part))
                        .hasValue(isLast ? OutboxStatus.INTENT : OutboxStatus.CONFIRMED);
            }
            assertThat(journal.outbox().unresolved())
                    .isEqualTo(
                            Optional.ofNullable(journal.outbox().all().get("part-" + (PARTS - 1)))
                                    .stream()
                                    .toList());
            assertThat(journal.outbox().unresolved())
                    .extracting(Delivery::nonce)
                    .containsExactly("part-" + (PARTS - 1));
        }
    }

    @Test
    void damage_in_it_is_refused_with_file_and_line() throws IOException {
        Journals.put(host, "outbox.jsonl", outbox() + BROKEN);

        assertThatThrownBy(() -> Journals.open(host.start("owner")))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("outbox.jsonl:" + 2 * PARTS);
    }

    @Test
    void damage_in_another_log_is_refused_first() throws IOException {
        Journals.put(host, "inbox.jsonl", BROKEN + "{}\n");
        Journals.put(host, "outbox.jsonl", outbox() + BROKEN);

        assertThatThrownBy(() -> Journals.open(host.start("owner")))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("inbox.jsonl:1");
    }
}
