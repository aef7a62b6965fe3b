package dev.belay.core.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.json.JsonObject;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditLogTest {
    private final SimProcess process = new SimHost().start("auditor");

    @Test
    void lines_are_chained_and_found_again() throws Exception {
        AuditLog log = log(process);
        log.append(List.of(event("a"), event("b")));
        log.append(List.of(event("c")));

        List<String> subjects = new ArrayList<>();
        log(process).entries(_ -> true, entry -> subjects.add(entry.event().subject()));
        assertThat(subjects).containsExactly("a", "b", "c");
        assertThat(log.verify()).isEqualTo(new AuditVerification.Intact(3, 0));
    }

    @Test
    void an_altered_line_is_named() throws Exception {
        append("a", "b", "c");
        overwrite(line(1) + 40, 'X');

        assertThat(log(process).verify())
                .isInstanceOfSatisfying(
                        AuditVerification.Altered.class,
                        altered -> assertThat(altered.line()).isLessThanOrEqualTo(3));
    }

    @Test
    void a_missing_tail_is_told() throws Exception {
        append("a", "b", "c");
        truncate(line(1) + 1);

        assertThat(log(process).verify()).isEqualTo(new AuditVerification.CutOff(3, 1));
    }

    @Test
    void nothing_is_appended_behind_a_missing_tail() throws Exception {
        append("a", "b");
        truncate(line(1) + 1);

        assertThatThrownBy(() -> append("c"))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.AUDIT_BROKEN));
    }

    @Test
    void a_backup_that_shares_the_head_by_a_hard_link_stays_as_it_was() throws Exception {
        append("a");
        Directory root = root(process);
        root.link("audit.head", "backup");
        byte[] before = BoundedFile.read(root, "backup", 9999).orElseThrow().bytes();

        append("b", "c");

        assertThat(BoundedFile.read(root, "backup", 9999).orElseThrow().bytes()).isEqualTo(before);
        assertThat(log(process).verify()).isEqualTo(new AuditVerification.Intact(3, 0));
    }

    @Test
    void a_log_or_head_that_others_may_use_takes_no_line() throws Exception {
        append("a");
        for (String name : List.of("audit.jsonl", "audit.head")) {
            root(process).changePermissions(name, 0640);

            assertThatThrownBy(() -> append("b"))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.FILE_NOT_PRIVATE))
                    .hasMessageStartingWith(name);
            assertThatThrownBy(() -> log(process).verify()).hasMessageStartingWith(name);
            root(process).changePermissions(name, 0600);
        }
        assertThat(log(process).verify()).isEqualTo(new AuditVerification.Intact(1, 0));
    }

    @Test
    void an_acknowledged_line_survives_every_crash_and_no_crash_looks_like_tampering()
            throws Exception {
        CrashExplorer.with(() -> new int[1])
                .run((crashing, acknowledged) -> {
                    AuditLog log = log(crashing);
                    log.append(List.of(event("a")));
                    acknowledged[0] = 1;
                    log.append(List.of(event("b")));
                    acknowledged[0] = 2;
                })
                .restart((after, _) -> log(after).append(List.of(event("z"))))
                .check((after, acknowledged) -> {
                    assertThat(log(after).verify())
                            .isInstanceOfSatisfying(
                                    AuditVerification.Intact.class,
                                    it -> assertThat(it.lines()).isGreaterThan(acknowledged[0]));
                })
                .explore();
    }

    private void append(String... subjects) throws IOException {
        for (String subject : subjects) {
            log(process).append(List.of(event(subject)));
        }
    }

    private static AuditEvent event(String subject) {
        return new AuditEvent("test.release", subject, JsonObject.builder().build());
    }

    private static AuditLog log(SimProcess process) throws IOException {
        return new AuditLog(process.world(), root(process));
    }

    private static Directory root(SimProcess process) throws IOException {
        return process.world().disk().open(Path.of("/"), "");
    }

    /// Where the line feed of a line stands, from line 1.
    private int line(int number) throws IOException {
        byte[] bytes = new byte[1 << 16];
        try (OpenFile file = root(process).open("audit.jsonl", 0, OpenOption.READ)) {
            int length = file.read(bytes, 0, bytes.length, 0);
            int seen = 0;
            for (int i = 0; i < length; i++) {
                seen += bytes[i] == '\n' ? 1 : 0;
                if (seen == number) {
                    return i;
                }
            }
        }
        throw new AssertionError("no line " + number);
    }

    private void overwrite(int position, char letter) throws IOException {
        try (OpenFile file = root(process).open("audit.jsonl", 0, OpenOption.WRITE)) {
            file.write(new byte[] {(byte) letter}, 0, 1, position);
        }
    }

    private void truncate(int sizeBytes) throws IOException {
        try (OpenFile file = root(process).open("audit.jsonl", 0, OpenOption.WRITE)) {
            file.truncate(sizeBytes);
        }
    }
}
