package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.Budget;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.journal.JournalRepair.Diagnosis;
import dev.belay.deletion.journal.JournalRepair.Diagnosis.Remedy;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

class JournalRepairTest {
    private static final String SOUND =
            """
            {"boxId":"bx_22222222","name":"a","ownerBotId":null,"phase":"prepared",\
            "requestedAt":1,"updatedAt":1}\
            """;
    private static final String WORD =
            """
            {"boxId":"bx_33333333","name":"b","ownerBotId":"bot","phase":"accepted",\
            "operationId":"bdop_00000000000000000000000000000001","status":"COMPLETED",\
            "requestedAt":1,"updatedAt":2,"extra":7}\
            """;
    private static final String NAMELESS =
            """
            {"boxId":"bx_44444444","name":"","ownerBotId":null,"phase":"prepared",\
            "requestedAt":1,"updatedAt":1}\
            """;

    @Test
    void a_damaged_record_is_named_and_kept_as_a_fence() throws Exception {
        SimHost host = host(SOUND, WORD);

        Diagnosis diagnosis = repair(host).diagnose();
        assertThat(diagnosis.findings())
                .containsExactly(
                        new Diagnosis.Finding(
                                "bx_33333333",
                                "record 2 (bx_33333333), field `status` is not the status of an"
                                        + " operation",
                                new Remedy.KeepFence("accepted")));

        repair(host).repair();

        List<DeletionRecord> records = Journals.journal(host.start("after")).snapshot();
        assertThat(records).hasSize(2);
        assertThat(records.get(1).operation().orElseThrow().value()).endsWith("01");
        assertThat(records.get(1).completion()).isEmpty();
        assertThat(new String(Journals.bytes(host, Journals.FILE), StandardCharsets.UTF_8))
                .contains("\"extra\": 7");
        assertThat(Journals.audited(host.start("auditor").world(), new BoxId("bx_33333333")))
                .hasSize(1);
    }

    @Test
    void the_damaged_file_is_kept_beside_it() throws Exception {
        SimHost host = host(WORD);
        byte[] damaged = Journals.bytes(host, Journals.FILE);

        repair(host).repair();

        assertThat(Journals.bytes(host, copy(host))).isEqualTo(damaged);
        assertThat(Journals.bytes(host, ".box-delete-requests.json.previous")).isEqualTo(damaged);
    }

    @Test
    void damaged_lines_beside_the_journal_are_left_out_and_the_file_is_kept() throws Exception {
        SimHost host = host(SOUND);
        String good = "{\"at\":1,\"boxId\":\"bx_22222222\"}\n";
        String damaged = good + "rubbish\n" + good + "{}\n";
        Journals.put(host, Requests.FILE, damaged);

        assertThat(repair(host).diagnose().findings())
                .containsExactly(
                        new Diagnosis.Finding(
                                Requests.FILE,
                                "line 2 of .requests.jsonl (the first of 2) is not what is"
                                        + " written there",
                                new Remedy.LeaveOut()));

        repair(host).repair();

        assertThat(Journals.text(host, Requests.FILE)).isEqualTo(good + good);
        assertThat(Journals.names(host))
                .filteredOn(name -> name.startsWith(Requests.FILE + ".before-repair-"))
                .singleElement()
                .satisfies(copy -> assertThat(Journals.text(host, copy)).isEqualTo(damaged));
        assertThat(repair(host).repair().isSound()).isTrue();
        try (DeletionJournal journal = Journals.journal(host.start("after"))) {
            journal.prepare(target(1), new Budget(9, 9));
        }
    }

    @Test
    void a_record_whose_fence_cannot_be_kept_stops_the_repair() throws Exception {
        SimHost host = host(WORD, NAMELESS);
        byte[] damaged = Journals.bytes(host, Journals.FILE);

        assertThat(repair(host).diagnose().isRepairable()).isFalse();
        assertThatThrownBy(() -> repair(host).repair())
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("record 2 (bx_44444444), field `name`");
        assertThat(Journals.bytes(host, Journals.FILE)).isEqualTo(damaged);
    }

    @Test
    void a_file_that_is_not_json_is_not_repaired() throws Exception {
        SimHost host = host(SOUND);
        Journals.put(host, Journals.FILE, "{\"version\":1,\"records\":[");

        assertThat(repair(host).diagnose().isRepairable()).isFalse();
        assertThatThrownBy(() -> repair(host).repair()).isInstanceOf(Refusal.class);
    }

    @Test
    void a_sound_file_is_left_as_it_is() throws Exception {
        SimHost host = host(SOUND);
        byte[] before = Journals.bytes(host, Journals.FILE);

        assertThat(repair(host).repair().isSound()).isTrue();
        assertThat(Journals.bytes(host, Journals.FILE)).isEqualTo(before);
    }

    /// One operation of a hundred steps: a lock, an audit, and two replacements. Each of these is
    /// explored by itself with more than one crash.
    @Test
    void a_crash_leaves_the_damaged_file_or_one_with_every_fence() throws Exception {
        Explored explored = explorer().crashes(1).explore();

        System.out.println("JournalRepair, one crash: " + explored);
        assertThat(explored.states()).isGreaterThan(100);
    }

    @Test
    @EnabledIfSystemProperty(named = "belay.budget", matches = "deep")
    void a_crash_of_the_second_attempt_leaves_as_much() throws Exception {
        Explored explored = explorer().crashes(2).explore();

        System.out.println("JournalRepair, two crashes: " + explored);
        assertThat(explored.states()).isGreaterThan(1000);
    }

    private static CrashExplorer<Object> explorer() throws IOException {
        return CrashExplorer.alone()
                .prepare(host -> {
                    fill(host, SOUND, WORD);
                    audit(host.start("before"))
                            .append(
                                    List.of(
                                            new AuditEvent(
                                                    "test.before",
                                                    "bx_22222222",
                                                    JsonObject.builder().build())));
                })
                .run((process, _) -> repair(process).repair())
                .restart((process, _) -> repair(process).repair())
                .check((process, _) -> assertThat(Journals.journal(process).snapshot()).hasSize(2));
    }

    private static SimHost host(String... records) throws IOException {
        SimHost host = Journals.host();
        Journals.makeDirectory(host);
        Journals.put(host, Journals.FILE, file(records));
        return host;
    }

    private static void fill(SimHost host, String... records) throws IOException {
        Journals.prepare(host, _ -> {});
        Journals.makeDirectory(host);
        Journals.put(host, Journals.FILE, file(records));
    }

    private static String file(String... records) {
        return "{\"version\":1,\"records\":[" + String.join(",", records) + "]}\n";
    }

    private static JournalRepair repair(SimHost host) throws IOException {
        return repair(host.start("doctor"));
    }

    private static JournalRepair repair(SimProcess process) throws IOException {
        return new JournalRepair(
                process.world(),
                process.world().disk().open(Journals.DIRECTORY, "deletion"),
                audit(process));
    }

    private static AuditLog audit(SimProcess process) throws IOException {
        return new AuditLog(process.world(), process.world().disk().open(Journals.ROOT, ""));
    }

    private static String copy(SimHost host) throws IOException {
        try (Directory directory = host.disk().open(Journals.DIRECTORY, "");
                var names = directory.names()) {
            return names.filter(name -> name.contains("before-repair")).findFirst().orElseThrow();
        }
    }
}
