package dev.belay.connector.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.Delivery;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.NoticeLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.connector.line.ReloadLine;
import dev.belay.connector.line.TextDigest;
import dev.belay.sim.SimHost;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Files of every version that was ever released are still read, and today's written as they were.
class JournalGoldenTest {
    private static final Instant NOW = Journals.NOW;
    private static final Instant LATER = NOW.plusSeconds(31);
    private static final String MESSAGE = "1100000000000000001";
    private static final String CHANNEL = "900000000000000002";
    private static final String NONCE = "Yy1wYXJ0LTAtZXhhbXBsZQ";
    private static final List<String> LOGS =
            List.of("inbox", "admissions", "outbox", "drops", "notices", "reloads");

    @Test
    void version_1_is_written_to_the_same_bytes() throws IOException {
        SimHost host = Journals.host();
        try (ConnectorJournal journal = Journals.open(host.start("owner"))) {
            write(journal);
        }

        for (String log : LOGS) {
            assertThat(Journals.text(host, log + ".jsonl")).as(log).isEqualTo(golden(log));
        }
    }

    @Test
    void version_1_is_read_to_the_same_meaning() throws IOException {
        SimHost host = Journals.host();
        for (String log : LOGS) {
            Journals.put(host, log + ".jsonl", golden(log));
        }

        try (ConnectorJournal journal = Journals.open(host.start("owner"))) {
            assertThat(journal.inbox().newest(CHANNEL)).hasValue(MESSAGE);
            assertThat(journal.message(MESSAGE)).isEqualTo(new MessageRecord(true, 2, false));
            assertThat(journal.admissions().countOn("2026-03-01")).isEqualTo(1);
            assertThat(journal.notices().has("ceiling", "2026-03-01")).isTrue();
            assertThat(journal.outbox().unresolved()).isEmpty();
            Delivery delivery = journal.outbox().find(NONCE).orElseThrow();
            assertThat(delivery.status()).isEqualTo(OutboxStatus.CONFIRMED);
            assertThat(delivery.intentAt()).hasValue(NOW);
            assertThat(delivery.sha256()).hasValue(TextDigest.of("hello").sha256());
        }
    }

    private static void write(ConnectorJournal journal) throws IOException {
        var origin = new InboxLine.Origin(CHANNEL, "900000000000000003");
        journal.inbox().accept(InboxLine.of(MESSAGE, NOW, origin));
        journal.admissions().admit(AdmissionLine.of(MESSAGE, NOW, 1), 1);
        journal.admissions().admit(AdmissionLine.of(MESSAGE, LATER, 2), 1);
        var part = new OutboxLine.Part(MESSAGE, 0, CHANNEL);
        Outbox outbox = journal.outbox();
        outbox.append(OutboxLine.intent(NONCE, NOW, part, TextDigest.of("hello")));
        outbox.append(OutboxLine.again(NONCE, LATER));
        outbox.append(OutboxLine.confirmed(NONCE, LATER.plusMillis(210), "1100000000000000009"));
        journal.drops().append(DropLine.of("1100000000000000002", NOW, "ceiling"));
        Optional<String> before = Optional.of("1100000000000000005");
        journal.drops().append(DropLine.gap(CHANNEL, LATER, MESSAGE, before));
        journal.notices().takeOn(NoticeLine.of("ceiling", NOW));
        journal.reloads().append(ReloadLine.applied(NOW, List.of("ceiling")));
        journal.reloads().append(ReloadLine.refused(LATER, "the name may not change"));
    }

    private static String golden(String log) throws IOException {
        String name = log + ".jsonl";
        try (InputStream in =
                Objects.requireNonNull(JournalGoldenTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
