package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static dev.belay.deletion.Samples.receipt;
import static dev.belay.deletion.Samples.target;
import static dev.belay.deletion.journal.Journals.journal;
import static dev.belay.deletion.journal.Journals.refusal;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.deletion.Budget;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Proofs;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.Target;
import dev.belay.deletion.Transition;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.FileStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DeletionJournalTest {
    @Test
    void a_deletion_goes_from_intent_to_release() throws IOException {
        SimHost host = Journals.host();
        DeletionJournal journal = journal(host.start("belay"));

        assertThat(journal.prepare(target(1), Budget.UNLIMITED))
                .isInstanceOf(Transition.Changed.class);
        journal.accept(box(1), receipt(1, OperationStatus.PENDING));
        journal.accept(box(1), receipt(1, OperationStatus.COMPLETED));
        DeletionRecord done = journal.find(box(1)).orElseThrow();
        Transition.Retirement retirement =
                journal.retire(box(1), done.completion().orElseThrow(), "");

        assertThat(retirement).isInstanceOf(Transition.Removed.class);
        assertThat(journal.find(box(1))).isEmpty();
        assertThat(Journals.names(host)).containsExactly(DeletionFormat.PREVIOUS, Journals.FILE);
    }

    @Test
    void the_file_is_as_the_seed_would_have_written_it() throws IOException {
        SimHost host = Journals.host();
        DeletionJournal journal = journal(host.start("belay"));
        journal.prepare(target(1), Budget.UNLIMITED);
        journal.prepare(new Target(box(2), "web-2", null), Budget.UNLIMITED);
        journal.accept(box(2), receipt(2, OperationStatus.PENDING));
        long time = journal.find(box(1)).orElseThrow().requestedAt().toEpochMilli();

        assertThat(Journals.text(host, Journals.FILE))
                .isEqualTo(
                        """
                        {
                          "version": 1,
                          "records": [
                            {
                              "boxId": "bx_22222223",
                              "name": "web-1",
                              "ownerBotId": "bot-1",
                              "phase": "prepared",
                              "requestedAt": 7,
                              "updatedAt": 7
                            },
                            {
                              "boxId": "bx_22222224",
                              "name": "web-2",
                              "ownerBotId": null,
                              "phase": "accepted",
                              "requestedAt": 7,
                              "updatedAt": 7,
                              "operationId": "bdop_00000000000000000000000000000002",
                              "status": "pending"
                            }
                          ]
                        }
                        """
                                .replace(": 7", ": " + time));
    }

    @Test
    void records_stay_in_place_until_they_are_prepared_anew() throws IOException {
        DeletionJournal journal = journal(Journals.host().start("belay"));
        for (int number = 1; number <= 3; number++) {
            journal.prepare(target(number), Budget.UNLIMITED);
        }

        journal.accept(box(1), receipt(1, OperationStatus.PENDING));
        journal.block(box(2));
        journal.prepare(target(2), Budget.UNLIMITED);

        assertThat(journal.snapshot())
                .extracting(DeletionRecord::target)
                .containsExactly(target(1), target(3), target(2));
    }

    @Test
    void fields_of_others_survive_every_change_of_their_record() throws IOException {
        SimHost host = Journals.host();
        Journals.makeDirectory(host);
        Journals.put(
                host,
                Journals.FILE,
                """
                {"version":1,"records":[{"ticket":"T-7","boxId":"bx_22222223","name":"web-1",
                 "ownerBotId":"bot-1","phase":"prepared","requestedAt":5,"updatedAt":5}]}
                """);
        DeletionJournal journal = journal(host.start("belay"));

        journal.prepare(target(2), Budget.UNLIMITED);
        assertThat(Journals.text(host, Journals.FILE)).contains("{\"ticket\":\"T-7\",\"boxId\"");
        journal.block(box(1), receipt(1, OperationStatus.BLOCKED));
        journal.prepare(target(1), Budget.UNLIMITED);

        assertThat(Journals.text(host, Journals.FILE)).contains("\"ticket\": \"T-7\"");
        assertThat(journal.find(box(1)).orElseThrow().pastOperations())
                .containsExactly(operation(1));
    }

    @Test
    void what_another_process_wrote_is_seen_at_once() throws IOException {
        SimHost host = Journals.host();
        DeletionJournal one = journal(host.start("one"));
        DeletionJournal other = journal(host.start("other"));

        // The clock stands still: stamps and sizes alone could not tell these files apart.
        for (int round = 0; round < 4; round++) {
            one.prepare(target(1), Budget.UNLIMITED);
            assertThat(other.find(box(1))).isPresent();
            other.retire(box(1), Proofs.absence(box(1)), "");
            assertThat(one.find(box(1))).isEmpty();
            other.prepare(target(2), Budget.UNLIMITED);
            assertThat(one.snapshot()).extracting(DeletionRecord::id).containsExactly(box(2));
            one.retire(box(2), Proofs.absence(box(2)), "");
            assertThat(other.snapshot()).isEmpty();
        }
    }

    /// Inode numbers come round after a few replacements, sizes are alike, and the clock stands
    /// still: nothing of a young file's status proves that it is the one that was read.
    @Test
    void a_young_file_that_looks_like_the_one_that_was_read_is_read_again() throws IOException {
        SimHost host = Journals.host();
        DeletionJournal writer = journal(host.start("writer"));
        writer.prepare(target(1), Budget.UNLIMITED);
        for (int rounds = 1; rounds <= 12; rounds++) {
            DeletionJournal reader = journal(host.start("reader"));
            assertThat(reader.find(box(1))).isPresent();

            for (int round = 0; round < rounds; round++) {
                int gone = round % 2 == 0 ? 1 : 2;
                writer.prepare(target(3 - gone), Budget.UNLIMITED);
                writer.retire(box(gone), Proofs.absence(box(gone)), "");
            }

            assertThat(reader.snapshot()).as(rounds + " rounds").isEqualTo(writer.snapshot());
            if (rounds % 2 == 1) {
                writer.prepare(target(1), Budget.UNLIMITED);
                writer.retire(box(2), Proofs.absence(box(2)), "");
            }
        }
    }

    @Test
    void looking_creates_nothing() throws IOException {
        SimHost host = Journals.host();
        SimProcess process = host.start("belay");
        At at = At.none(process);

        DeletionJournal journal = journal(process);
        assertThat(journal.find(box(1))).isEmpty();
        assertThat(journal.snapshot()).isEmpty();
        assertThat(journal.hasPendingFor("bot-1")).isFalse();

        assertThat(at.changes()).isEmpty();
        try (Directory root = host.disk().open(Journals.ROOT, "")) {
            assertThat(root.status("deletion")).isEmpty();
        }
    }

    /// H-B04, H-C01, H-C04, H-C06, H-C08.
    @ParameterizedTest
    @MethodSource
    void what_is_no_journal_is_refused_and_left_as_it_is(byte[] content, String found)
            throws IOException {
        SimHost host = Journals.host();
        Journals.makeDirectory(host);
        Journals.put(host, Journals.FILE, content);
        SimProcess process = host.start("belay");
        DeletionJournal journal = journal(process);

        assertThat(refusal(() -> journal.prepare(target(1), Budget.UNLIMITED)))
                .hasMessageContaining(found)
                .hasMessageStartingWith("deletion/box-delete-requests.json: ")
                .extracting(refusal -> refusal.code().exit().number())
                .isEqualTo(5);
        assertThat(refusal(journal::snapshot)).hasMessageContaining(found);
        assertThat(refusal(() -> journal.retire(box(1), Proofs.absence(box(1)), "")))
                .hasMessageContaining(found);

        assertThat(Journals.bytes(host, Journals.FILE)).isEqualTo(content);
        assertThat(Journals.names(host)).containsExactly(Journals.FILE);
        assertThat(Journals.audited(process.world(), box(1))).isEmpty();
    }

    static List<Arguments> what_is_no_journal_is_refused_and_left_as_it_is() {
        String record =
                """
                {"version":1,"records":[{"boxId":"bx_22222223","name":"café","ownerBotId":null,\
                "phase":"prepared","requestedAt":1,"updatedAt":1}]}\
                """;
        byte[] latin = record.getBytes(ISO_8859_1);
        return List.of(
                Arguments.of(new byte[700], "line 1, column 1"),
                Arguments.of(new byte[0], "empty"),
                Arguments.of(("\ufeff" + record).getBytes(UTF_8), "byte-order mark"),
                Arguments.of(
                        record.replace("\"name\"", "\"boxId\":\"bx_33333333\",\"name\"")
                                .getBytes(UTF_8),
                        "key \"boxId\" twice"),
                Arguments.of(latin, "line 1, column"),
                Arguments.of(("[".repeat(200_000) + "]".repeat(200_000)).getBytes(UTF_8), "nested"),
                Arguments.of(record.substring(0, 90).getBytes(UTF_8), "the text ends where"));
    }

    /// H-D02.
    @Test
    void a_directory_that_may_not_be_read_is_not_an_empty_one() throws IOException {
        SimHost host = Journals.host();
        Journals.prepare(host, journal -> journal.prepare(target(1), Budget.UNLIMITED));
        try (Directory root = host.disk().open(Journals.ROOT, "")) {
            root.changePermissions("deletion", 0);
        }
        DeletionJournal journal = journal(host.start("belay"));

        assertThat(refusal(journal::snapshot).code()).isEqualTo(ErrorCode.STATE_UNREADABLE);
        assertThat(refusal(() -> journal.prepare(target(2), Budget.UNLIMITED))).isNotNull();
    }

    /// H-D03.
    @Test
    void everything_it_creates_is_private_and_a_directory_that_is_not_is_refused()
            throws IOException {
        SimHost host = Journals.host();
        DeletionJournal journal = journal(host.start("belay"));
        journal.prepare(target(1), new Budget(9, 9));
        journal.block(box(1), receipt(1, OperationStatus.BLOCKED));

        try (Directory directory = host.disk().open(Journals.DIRECTORY, "")) {
            assertThat(directory.status().permissions()).isEqualTo(0700);
            assertThat(Journals.names(host)).hasSize(4);
            for (String name : Journals.names(host)) {
                FileStatus status = directory.status(name).orElseThrow();
                assertThat(status.permissions()).as(name).isEqualTo(0600);
            }
        }
        try (Directory root = host.disk().open(Journals.ROOT, "")) {
            root.changePermissions("deletion", 0755);
        }
        DeletionJournal later = journal(host.start("later"));
        assertThat(refusal(later::snapshot).code()).isEqualTo(ErrorCode.DIRECTORY_NOT_PRIVATE);
    }

    @Test
    void a_journal_that_others_may_use_is_refused_even_when_it_is_known() throws IOException {
        SimHost host = Journals.host();
        DeletionJournal journal = journal(host.start("belay"));
        journal.prepare(target(1), Budget.UNLIMITED);
        assertThat(journal.snapshot()).hasSize(1);
        String before = Journals.text(host, Journals.FILE);
        host.clock().advance(Duration.ofSeconds(1));
        try (Directory directory = host.disk().open(Journals.DIRECTORY, "")) {
            directory.changePermissions(Journals.FILE, 0644);
        }

        assertThat(refusal(journal::snapshot).code()).isEqualTo(ErrorCode.FILE_NOT_PRIVATE);
        assertThat(refusal(() -> journal.prepare(target(2), Budget.UNLIMITED)))
                .hasMessage(
                        "deletion/box-delete-requests.json: has mode 0644, and others may not"
                                + " have access to it");
        assertThat(Journals.text(host, Journals.FILE)).isEqualTo(before);
    }

    @Test
    void a_receipt_never_binds_two_computers() throws IOException {
        DeletionJournal journal = journal(Journals.host().start("belay"));
        journal.prepare(target(1), Budget.UNLIMITED);
        journal.prepare(target(2), Budget.UNLIMITED);
        journal.accept(box(1), receipt(1, OperationStatus.PENDING));

        assertThat(
                        refusal(() ->
                                journal.accept(
                                        box(2),
                                        new Receipt(
                                                operation(1), box(2), OperationStatus.PENDING))))
                .extracting(refusal -> refusal.code())
                .isEqualTo(ErrorCode.DELETION_CONFLICT);
    }
}
