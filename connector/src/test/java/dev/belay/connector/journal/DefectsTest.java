package dev.belay.connector.journal;

import static dev.belay.connector.journal.Journals.json;
import static dev.belay.connector.journal.Journals.open;
import static dev.belay.connector.journal.Journals.put;
import static dev.belay.connector.journal.Journals.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.connector.TurnId;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.NoticeLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.connector.line.TextDigest;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.log.TailRepair;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import dev.belay.system.Directory;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Each weakness of the Node connector that the journal mends, by its id in docs/DEFECTS.md.
class DefectsTest {
    private static final Instant NOW = Journals.NOW;
    private static final String TODAY = "2026-03-01";
    private static final InboxLine.Origin ORIGIN = new InboxLine.Origin("7", "8");

    private SimHost host;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Journals.host();
    }

    @Test
    void j06_a_torn_line_stops_nobody_and_what_it_names_counts() throws IOException {
        put(host, "inbox.jsonl", "{\"id\":\"1\"}\n{\"id\":\"2\",\"at");
        put(host, "admissions.jsonl", "{\"id\":\"2\",\"at\":\"2026-03-01T1");
        put(host, "outbox.jsonl", "{\"nonce\":\"n\",\"status\":\"confirmed\",\"mess");
        put(host, "notices.jsonl", "{\"kind\":\"ceiling\",\"date\":\"2026-03-01\",");

        for (int start = 0; start < 3; start++) {
            try (ConnectorJournal journal = open(host.start("owner " + start))) {
                assertThat(journal.repairs()).hasSize(start == 0 ? 4 : 0);
                assertThat(journal.inbox().accept(InboxLine.of("2", NOW, ORIGIN))).isFalse();
                assertThat(journal.message("2").attempts()).isEqualTo(1);
                assertThat(journal.admissions().countOn(TODAY)).isEqualTo(1);
                assertThat(journal.outbox().status("n")).hasValue(OutboxStatus.UNKNOWN);
                assertThat(journal.outbox().unresolved().getFirst().intentAt()).isEmpty();
                assertThat(journal.notices().takeOn(NoticeLine.of("ceiling", NOW))).isFalse();
            }
        }

        assertThat(text(host, "inbox.jsonl"))
                .isEqualTo(
                        "{\"id\":\"1\"}\n{\"id\":\"2\",\"torn\":\""
                                + evidence("inbox.jsonl")
                                + "\"}\n");
        assertThat(text(host, evidence("inbox.jsonl"))).isEqualTo("{\"id\":\"2\",\"at");
    }

    @Test
    void j06_a_torn_line_that_names_nothing_is_kept_aside() throws IOException {
        put(host, "inbox.jsonl", "{\"id\":\"1\"}\n{\"id\":\"");
        put(host, "outbox.jsonl", "\0\0\0\0");

        try (ConnectorJournal journal = open(host.start("owner"))) {
            assertThat(journal.inbox().size()).isEqualTo(1);
            assertThat(journal.outbox().unresolved()).isEmpty();
            journal.inbox().accept(InboxLine.of("2", NOW, ORIGIN));
        }

        try (ConnectorJournal journal = open(host.start("next"))) {
            assertThat(journal.inbox().ids()).containsExactly("1", "2");
        }
        assertThat(text(host, evidence("outbox.jsonl"))).isEqualTo("\0\0\0\0");
    }

    @Test
    void j06_a_record_that_lacks_only_its_line_feed_gets_it() throws IOException {
        put(host, "inbox.jsonl", "{\"id\":\"1\"}\n{\"id\":\"2\"}");

        try (ConnectorJournal journal = open(host.start("owner"))) {
            assertThat(journal.repairs())
                    .containsExactly(
                            new ConnectorJournal.Repaired(
                                    "inbox.jsonl", new TailRepair.Completed()));
            assertThat(journal.inbox().accept(InboxLine.of("2", NOW, ORIGIN))).isFalse();
            journal.inbox().accept(InboxLine.of("3", NOW, ORIGIN));
            assertThat(journal.inbox().ids()).containsExactly("1", "2", "3");
        }
    }

    @Test
    void j06_a_damaged_line_among_others_is_refused_by_its_number() throws IOException {
        String damaged = "{\"id\":\"1\"}\n{\"id\":\"2\",\"at{\"id\":\"3\"}\n{\"id\":\"4\"}\n";
        put(host, "inbox.jsonl", damaged);

        refuses(ErrorCode.STATE_INVALID, "discord/support/inbox.jsonl:2");

        assertThat(text(host, "inbox.jsonl")).isEqualTo(damaged);
    }

    @ParameterizedTest
    @EnumSource(names = {"ENOSPC", "SHORT", "EIO"})
    void j07_a_disk_that_fails_leaves_no_part_of_a_turn(Fault fault) throws IOException {
        int failures = 0;
        boolean hasFailed = true;
        for (int call = 1; hasFailed; call++) {
            TurnId id = new TurnId("t-" + call);
            SimProcess unlucky = host.start("unlucky");
            FaultyDisk disk = FaultyDisk.failingOnce(unlucky.world().disk(), fault, call);
            unlucky.wrapDisk(_ -> disk);
            boolean isWritten = isTurnWritten(unlucky, id);
            failures += isWritten ? 0 : 1;
            hasFailed = disk.hasFailed();
            unlucky.kill();

            try (ConnectorJournal journal = open(host.start("next"))) {
                journal.turns().forEach(it -> assertThat(it).isInstanceOf(Turns.Found.Whole.class));
                assertThat(journal.turns().has(id) || !isWritten).isTrue();
                if (!journal.turns().has(id)) {
                    journal.turns().write(id, json("{'reply':'long'}"));
                }
            }
        }

        assertThat(failures > 3).isEqualTo(fault != Fault.SHORT);
    }

    private static boolean isTurnWritten(SimProcess process, TurnId id) {
        try (ConnectorJournal journal = open(process)) {
            journal.turns().write(id, json("{'reply':'long'}"));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    void j08_a_line_that_is_no_object_is_refused_by_its_number() throws IOException {
        for (String log : List.of("inbox", "admissions", "outbox", "notices")) {
            put(host, log + ".jsonl", "{}\nnull\n");

            refuses(ErrorCode.STATE_INVALID, "discord/support/" + log + ".jsonl:2");

            put(host, log + ".jsonl", "{}\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"inbox", "admissions", "outbox", "notices", ""})
    void j10_what_cannot_be_looked_at_is_never_taken_for_absent(String name) throws IOException {
        try (ConnectorJournal journal = open(host.start("before"))) {
            journal.inbox().accept(InboxLine.of("1", NOW, ORIGIN));
            journal.admissions().admit(AdmissionLine.of("1", NOW, 1), 9);
            journal.outbox().append(OutboxLine.unknown("n", NOW, "timeout"));
            journal.notices().takeOn(NoticeLine.of("ceiling", NOW));
        }
        try (Directory root = host.disk().open(Journals.ROOT, "");
                Directory binding = host.disk().open(Journals.DIRECTORY, "")) {
            if (name.isEmpty()) {
                root.changePermissions("support", 0000);
            } else {
                binding.changePermissions(name + ".jsonl", 0000);
            }
        }

        assertThatThrownBy(() -> open(host.start("owner"))).isInstanceOf(IOException.class);
    }

    @Test
    void j17_a_damaged_record_hides_no_other_and_is_never_run_again() throws IOException {
        put(host, "turns/1.json", "{\"startedAt\":\"2026-03-01T12:00:00.000Z\",\"id\":\"1\"}");
        put(host, "turns/2.json", "");
        put(host, "turns/3.json", "null");
        put(host, "admissions.jsonl", "{\"id\":\"2\",\"at\":\"2026-03-01\"}\n");

        try (ConnectorJournal journal = open(host.start("owner"))) {
            List<String> found = new ArrayList<>();
            journal.turns()
                    .forEach(it ->
                            found.add(
                                    switch (it) {
                                        case Turns.Found.Whole(var turn) ->
                                                turn.string("id").orElseThrow();
                                        case Turns.Found.Damaged(var label, _) -> label;
                                    }));
            assertThat(found)
                    .containsExactlyInAnyOrder(
                            "1", "discord/support/turns/2.json", "discord/support/turns/3.json");
            assertThat(journal.interrupted()).isEmpty();
            assertThatThrownBy(() -> journal.turns().find(new TurnId("2")))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("turns/2.json");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"inbox", "admissions", "outbox", "notices", "drops", "reloads"})
    void j20_a_link_in_place_of_a_log_leads_nowhere(String log) throws IOException {
        put(host, "victim", "x\n");
        try (Directory binding = host.disk().open(Journals.DIRECTORY, "")) {
            binding.symlink("victim", log + ".jsonl");
        }

        refuses(ErrorCode.STATE_UNREADABLE, "discord/support/" + log + ".jsonl");

        assertThat(text(host, "victim")).isEqualTo("x\n");
    }

    @Test
    void j20_a_link_that_is_planted_later_leads_nowhere() throws IOException {
        try (ConnectorJournal journal = open(host.start("owner"))) {
            put(host, "victim", "x\n");
            try (Directory binding = host.disk().open(Journals.DIRECTORY, "")) {
                binding.symlink("victim", "inbox.jsonl");
            }

            assertThatThrownBy(() -> journal.inbox().accept(InboxLine.of("1", NOW, ORIGIN)))
                    .isInstanceOf(Refusal.class);
            assertThat(journal.inbox().has("1")).isFalse();
        }

        assertThat(text(host, "victim")).isEqualTo("x\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "turns", "pending", "parts"})
    void j22_a_directory_that_others_may_enter_is_refused(String below) throws IOException {
        host.disk().makeDirectories(Journals.DIRECTORY.resolve(below)).close();
        try (Directory root = host.disk().open(Journals.ROOT, "");
                Directory binding = host.disk().open(Journals.DIRECTORY, "")) {
            if (below.isEmpty()) {
                root.changePermissions("support", 0777);
            } else {
                binding.changePermissions(below, 0750);
            }
        }

        refuses(
                ErrorCode.DIRECTORY_NOT_PRIVATE,
                "discord/support" + (below.isEmpty() ? "" : "/" + below));
    }

    @Test
    void j23_a_message_costs_the_same_however_long_the_history_is() throws IOException {
        long few = callsOfOneMessage(3);
        long many = callsOfOneMessage(3_000);

        assertThat(many).isEqualTo(few);
    }

    /// Counts the calls of the disk that one message needs on its whole way.
    private static long callsOfOneMessage(int history) throws IOException {
        SimHost host = Journals.host();
        StringBuilder inbox = new StringBuilder();
        StringBuilder outbox = new StringBuilder();
        StringBuilder admissions = new StringBuilder();
        StringBuilder notices = new StringBuilder();
        for (int i = 1; i <= history; i++) {
            inbox.append("{\"id\":\"%d\"}\n".formatted(i));
            admissions.append("{\"id\":\"%d\",\"at\":\"2026-03-01\"}\n".formatted(i));
            outbox.append("{\"nonce\":\"n%d\",\"status\":\"confirmed\"}\n".formatted(i));
            notices.append("{\"kind\":\"k%d\",\"date\":\"2026-03-01\"}\n".formatted(i));
        }
        put(host, "inbox.jsonl", inbox.toString());
        put(host, "admissions.jsonl", admissions.toString());
        put(host, "outbox.jsonl", outbox.toString());
        put(host, "notices.jsonl", notices.toString());
        SimProcess owner = host.start("owner");
        FaultyDisk[] counting = new FaultyDisk[1];
        owner.wrapDisk(real -> {
            counting[0] = FaultyDisk.failingOnce(real, Fault.EIO, Integer.MAX_VALUE);
            return counting[0];
        });
        try (ConnectorJournal journal = open(owner)) {
            journal.inbox().accept(InboxLine.of("900001", NOW, ORIGIN));
            journal.admissions().admit(AdmissionLine.of("900001", NOW, 1), 1_000_000);
            long before = counting[0].calls();
            journal.inbox().accept(InboxLine.of("900002", NOW, ORIGIN));
            journal.admissions().admit(AdmissionLine.of("900002", NOW, 1), 1_000_000);
            journal.turns().write(new TurnId("900002"), json("{}"));
            var part = new OutboxLine.Part("900002", 0, "7");
            journal.outbox().append(OutboxLine.intent("m", NOW, part, TextDigest.of("x")));
            journal.outbox().append(OutboxLine.confirmed("m", NOW, "1"));
            journal.notices().has("ceiling", TODAY);
            return counting[0].calls() - before;
        }
    }

    private void refuses(ErrorCode code, String where) {
        assertThatThrownBy(() -> open(host.start("owner")))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> {
                            assertThat(refusal.code()).isEqualTo(code);
                            assertThat(refusal.code().exit()).isEqualTo(ExitCode.DAMAGED);
                            assertThat(refusal.where()).isEqualTo(where);
                        });
    }

    private String evidence(String log) throws IOException {
        return Journals.names(host, "").stream()
                .filter(name -> name.startsWith(log + ".torn-"))
                .findFirst()
                .orElseThrow();
    }
}
