package dev.belay.connector.journal;

import static dev.belay.connector.journal.Journals.json;
import static dev.belay.connector.journal.Journals.open;
import static dev.belay.connector.journal.Journals.put;
import static dev.belay.connector.journal.Journals.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.connector.TurnId;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.Delivery;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.NoticeLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.connector.line.ReloadLine;
import dev.belay.connector.line.TextDigest;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.sim.SimHost;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the journal says, at once and after it was opened again.
class ConnectorJournalTest {
    private static final Instant NOW = Journals.NOW;
    private static final String TODAY = "2026-03-01";
    private static final InboxLine.Origin ORIGIN = new InboxLine.Origin("7", "8");

    private SimHost host;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Journals.host();
    }

    /// Says something of a journal.
    private interface Claim {
        void of(ConnectorJournal journal) throws IOException;
    }

    /// Does something, and looks at it before and after the journal is opened again.
    private void holdsForGood(Journals.Before before, Claim claim) throws IOException {
        try (ConnectorJournal journal = open(host.start("owner"))) {
            before.on(journal);
            claim.of(journal);
        }
        try (ConnectorJournal journal = open(host.start("next"))) {
            assertThat(journal.repairs()).isEmpty();
            claim.of(journal);
        }
    }

    @Test
    void a_message_is_new_once() throws IOException {
        try (ConnectorJournal journal = open(host.start("owner"))) {
            assertThat(journal.inbox().accept(InboxLine.of("100", NOW, ORIGIN))).isTrue();
            assertThat(journal.inbox().accept(InboxLine.of("100", NOW, ORIGIN))).isFalse();
        }

        assertThat(text(host, "inbox.jsonl"))
                .isEqualTo(
                        """
                        {"id":"100","at":"2026-03-01T12:00:00.000Z","channel":"7","author":"8"}
                        """);
        try (ConnectorJournal journal = open(host.start("next"))) {
            assertThat(journal.inbox().accept(InboxLine.of("100", NOW, ORIGIN))).isFalse();
        }
    }

    @Test
    void the_newest_message_of_a_channel_is_the_one_with_the_highest_number() throws IOException {
        holdsForGood(
                journal -> {
                    for (String id : List.of("99", "18446744073709551615", "100", "odd", "5")) {
                        journal.inbox().accept(InboxLine.of(id, NOW, ORIGIN));
                    }
                },
                journal -> {
                    assertThat(journal.inbox().newest("7")).hasValue("18446744073709551615");
                    assertThat(journal.inbox().newest("8")).isEmpty();
                    assertThat(journal.inbox().size()).isEqualTo(5);
                });
    }

    @Test
    void admissions_are_counted_by_the_first_ten_characters_of_their_time() throws IOException {
        put(
                host,
                "admissions.jsonl",
                """
                {"id":"1","at":"2026-03-01T23:59:59.999Z"}
                {"id":"1","at":"2026-03-01"}
                {"id":"2","at":"2026-03-01 and more"}
                {"id":"3","at":"2026-03-02T00:00:00.000Z"}
                {"id":"4","at":"2026-03-0"}
                {"id":5,"at":"2026-03-01"}
                {"at":"2026-03-01"}
                {"id":"6"}
                """);

        try (ConnectorJournal journal = open(host.start("owner"))) {
            assertThat(journal.admissions().countOn(TODAY)).isEqualTo(2);
            assertThat(journal.admissions().countOn("2026-03-02")).isEqualTo(1);
            assertThat(journal.admissions().countOn("2026-03-0")).isEqualTo(1);
            assertThat(journal.admissions().countOn("2026")).isZero();
        }
    }

    @Test
    void no_more_turns_are_admitted_than_the_ceiling_says() throws IOException {
        try (ConnectorJournal journal = open(host.start("owner"))) {
            assertThat(journal.admissions().admit(AdmissionLine.of("1", NOW, 1), 2)).isTrue();
            assertThat(journal.admissions().admit(AdmissionLine.of("2", NOW, 1), 2)).isTrue();
        }
        try (ConnectorJournal journal = open(host.start("next"))) {
            Instant tomorrow = NOW.plus(Duration.ofDays(1));

            assertThat(journal.admissions().admit(AdmissionLine.of("3", NOW, 1), 2)).isFalse();
            assertThat(journal.admissions().admit(AdmissionLine.of("3", tomorrow, 1), 2)).isTrue();
            assertThat(journal.admissions().countOn(TODAY)).isEqualTo(2);
        }
    }

    @Test
    void a_day_that_memory_has_forgotten_is_counted_from_the_file() throws IOException {
        holdsForGood(
                journal -> {
                    for (int day = 0; day < 30; day++) {
                        Instant then = NOW.plus(Duration.ofDays(day));
                        journal.admissions().admit(AdmissionLine.of("a" + day, then, 1), 9);
                        journal.notices().takeOn(NoticeLine.of("ceiling", then));
                    }
                },
                journal -> {
                    assertThat(journal.admissions().countOn(TODAY)).isEqualTo(1);
                    assertThat(journal.admissions().countOn("2026-02-28")).isZero();
                    assertThat(journal.notices().has("ceiling", TODAY)).isTrue();
                    assertThat(journal.notices().has("other", TODAY)).isFalse();
                });
    }

    @Test
    void a_notice_is_taken_on_once_a_day() throws IOException {
        holdsForGood(
                journal -> {
                    assertThat(journal.notices().takeOn(NoticeLine.of("ceiling", NOW))).isTrue();
                    assertThat(journal.notices().takeOn(NoticeLine.of("ceiling", NOW))).isFalse();
                },
                journal -> {
                    assertThat(journal.notices().has("ceiling", TODAY)).isTrue();
                    assertThat(journal.notices().has("ceiling", "2026-03-02")).isFalse();
                });
    }

    @Test
    void an_intent_without_a_later_line_is_unresolved() throws IOException {
        var part = new OutboxLine.Part("100", 0, "7");
        holdsForGood(
                journal -> {
                    Outbox outbox = journal.outbox();
                    TextDigest digest = TextDigest.of("hello");
                    outbox.append(OutboxLine.intent("n-1", NOW, part, digest));
                    outbox.append(OutboxLine.intent("n-2", NOW, part, digest));
                    outbox.append(OutboxLine.intent("n-3", NOW, part, digest));
                    outbox.append(OutboxLine.confirmed("n-2", NOW.plusSeconds(1), "900"));
                    outbox.append(OutboxLine.unknown("n-3", NOW.plusSeconds(2), "timeout"));
                    outbox.append(OutboxLine.again("n-1", NOW.plusSeconds(3)));
                },
                journal -> {
                    Outbox outbox = journal.outbox();
                    assertThat(outbox.unresolved())
                            .extracting(Delivery::nonce)
                            .containsExactly("n-1", "n-3");
                    Delivery first = outbox.unresolved().getFirst();
                    assertThat(first.intentAt()).hasValue(NOW);
                    assertThat(first.channel()).hasValue("7");
                    assertThat(first.sha256()).hasValue(TextDigest.of("hello").sha256());
                    assertThat(outbox.status("n-2")).hasValue(OutboxStatus.CONFIRMED);
                    assertThat(outbox.status("n-9")).isEmpty();
                    assertThat(outbox.find("n-2").orElseThrow().json().string("messageId"))
                            .hasValue("900");
                });
    }

    @Test
    void a_settled_part_that_comes_up_again_keeps_all_its_lines() throws IOException {
        holdsForGood(
                journal -> {
                    Outbox outbox = journal.outbox();
                    outbox.append(new OutboxLine(json("{'nonce':'a','status':'intent','at':'1'}")));
                    outbox.append(new OutboxLine(json("{'nonce':'a','status':'refused','x':2}")));
                    outbox.append(new OutboxLine(json("{'nonce':'b','status':'unknown'}")));
                    outbox.append(new OutboxLine(json("{'nonce':'a','status':'intent','at':'3'}")));
                },
                journal ->
                        assertThat(journal.outbox().unresolved())
                                .extracting(delivery -> delivery.json())
                                .containsExactly(
                                        json(
                                                "{'nonce':'a','status':'intent','at':'3',"
                                                        + "'intentAt':'1','x':2}"),
                                        json("{'nonce':'b','status':'unknown'}")));
    }

    @Test
    void a_turn_is_recorded_once_with_its_own_id() throws IOException {
        TurnId id = new TurnId("100");
        holdsForGood(
                journal -> {
                    journal.turns().write(id, json("{'id':'other','outcome':'answered'}"));
                },
                journal -> {
                    assertThat(journal.turns().has(id)).isTrue();
                    assertThat(journal.turns().find(id))
                            .hasValue(json("{'id':'100','outcome':'answered'}"));
                    assertThatThrownBy(() -> journal.turns().write(id, json("{}")))
                            .isInstanceOfSatisfying(
                                    Refusal.class,
                                    it -> {
                                        assertThat(it.code()).isEqualTo(ErrorCode.TURN_EXISTS);
                                        assertThat(it.where())
                                                .isEqualTo("discord/support/turns/100.json");
                                    });
                });
        try (Directory turns = host.disk().open(Journals.DIRECTORY.resolve("turns"), "")) {
            byte[] text = BoundedFile.read(turns, "100.json", 1 << 20).orElseThrow().bytes();
            assertThat(new String(text, StandardCharsets.UTF_8))
                    .isEqualTo("{\n  \"id\": \"100\",\n  \"outcome\": \"answered\"\n}\n");
        }
    }

    @Test
    void a_turn_that_was_admitted_and_has_no_record_is_interrupted() throws IOException {
        holdsForGood(
                journal -> {
                    for (String id : List.of("1", "2", "3")) {
                        journal.inbox().accept(InboxLine.of(id, NOW, ORIGIN));
                    }
                    journal.admissions().admit(AdmissionLine.of("1", NOW, 1), 9);
                    journal.admissions().admit(AdmissionLine.of("2", NOW, 1), 9);
                    journal.admissions().admit(AdmissionLine.of("2", NOW, 2), 9);
                    journal.admissions().admit(AdmissionLine.of("3", NOW, 1), 9);
                    journal.turns().write(new TurnId("3"), json("{}"));
                },
                journal -> {
                    assertThat(journal.interrupted()).containsExactlyInAnyOrder("1", "2");
                    assertThat(journal.message("1")).isEqualTo(new MessageRecord(true, 1, false));
                    assertThat(journal.message("2")).isEqualTo(new MessageRecord(true, 2, false));
                    assertThat(journal.message("3")).isEqualTo(new MessageRecord(true, 1, true));
                    assertThat(journal.message("4")).isEqualTo(new MessageRecord(false, 0, false));
                    assertThat(journal.admissions().countOn(TODAY)).isEqualTo(3);
                });
    }

    @Test
    void texts_are_there_until_they_are_removed() throws IOException {
        holdsForGood(
                journal -> {
                    journal.pending().keep("100", json("{'text':'marker'}"));
                    journal.pending().keep("100", json("{'text':'another'}"));
                    journal.parts().keep("-n_1", json("{'text':'part'}"));
                    journal.parts().keep("n-2", json("{'text':'gone'}"));
                    journal.parts().remove("n-2");
                    journal.parts().remove("n-3");
                },
                journal -> {
                    assertThat(journal.pending().names()).containsExactly("100");
                    assertThat(journal.pending().find("100")).hasValue(json("{'text':'marker'}"));
                    assertThat(journal.parts().names()).containsExactly("-n_1");
                    assertThat(journal.parts().find("n-2")).isEmpty();
                });
    }

    @Test
    void drops_gaps_and_reloads_are_lines_of_their_own() throws IOException {
        try (ConnectorJournal journal = open(host.start("owner"))) {
            journal.drops().append(DropLine.of("100", NOW, "ceiling"));
            journal.drops().append(DropLine.gap("7", NOW, "99", Optional.of("105")));
            journal.reloads().append(ReloadLine.applied(NOW, List.of("ceiling")));
            journal.reloads().append(ReloadLine.refused(NOW, "the name may not change"));
        }

        assertThat(text(host, "drops.jsonl"))
                .isEqualTo(
                        """
                        {"at":"2026-03-01T12:00:00.000Z","id":"100","reason":"ceiling"}
                        {"at":"2026-03-01T12:00:00.000Z","reason":"gap","channel":"7",\
                        "after":"99","before":"105"}
                        """);
        assertThat(text(host, "reloads.jsonl"))
                .isEqualTo(
                        """
                        {"at":"2026-03-01T12:00:00.000Z","outcome":"applied",\
                        "differences":["ceiling"]}
                        {"at":"2026-03-01T12:00:00.000Z","outcome":"refused",\
                        "reason":"the name may not change"}
                        """);
    }

    @Test
    void lines_end_at_a_line_feed_and_nowhere_else() throws IOException {
        put(
                host,
                "inbox.jsonl",
                "{\"id\":\"1\",\"author\":\"a\u2028b\u0085c\"}\r\n\n{\"id\":\"2\"}\n");

        try (ConnectorJournal journal = open(host.start("owner"))) {
            assertThat(journal.inbox().ids()).containsExactly("1", "2");
        }
    }

    @Test
    void nothing_is_made_before_it_is_needed() throws IOException {
        open(host.start("owner")).close();

        assertThat(Journals.names(host, "")).containsExactly("turns");
    }

    @Test
    void what_killed_writers_left_is_removed() throws IOException {
        String token = "00000000-0000-4000-8000-000000000000";
        put(host, "turns/.1.json.tmp-" + token, "{}");
        put(host, "pending/.1.tmp-" + token, "{}");
        put(host, ".inbox.jsonl.torn-20260101T000000.000Z.tmp-" + token, "x");
        put(host, "turns/.keep", "{}");

        open(host.start("owner")).close();

        assertThat(Journals.names(host, "")).containsExactly("pending", "turns");
        assertThat(Journals.names(host, "turns")).containsExactly(".keep");
        assertThat(Journals.names(host, "pending")).isEmpty();
    }
}
