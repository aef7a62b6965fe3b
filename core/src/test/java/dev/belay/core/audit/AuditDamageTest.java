package dev.belay.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.file.Disks;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What somebody, or a crash, has done to the files of an audit log, and what is said of it.
class AuditDamageTest {
    private SimHost host = new SimHost();
    private SimProcess process = host.start("auditor");

    @BeforeEach
    void given_three_lines() throws IOException {
        host = Disks.host();
        process = host.start("auditor");
        Audits.append(process, "a", "b");
        Audits.append(process, "c");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void an_altered_line_is_named_whichever_it_is(int number) throws IOException {
        List<String> lines = lines();
        alter(number, lines.get(number - 1).replace("test.release", "test.nothing"));

        assertThat(verify())
                .isInstanceOfSatisfying(
                        AuditVerification.Altered.class,
                        altered -> assertThat(altered.line()).isEqualTo(number));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void a_line_that_is_no_longer_json_is_named(int number) throws IOException {
        alter(number, "x" + lines().get(number - 1).substring(1));

        assertThat(verify())
                .isInstanceOfSatisfying(
                        AuditVerification.Altered.class,
                        altered -> assertThat(altered.line()).isEqualTo(number));
    }

    @Test
    void a_line_taken_out_of_the_middle_is_named() throws IOException {
        List<String> lines = lines();
        Audits.put(host, Audits.LOG, lines.get(0) + "\n" + lines.get(2) + "\n");

        assertThat(verify())
                .isEqualTo(new AuditVerification.Altered(2, "is entry 3 where entry 2 belongs"));
        assertThat(Audits.isRefused(host.start("next"))).isTrue();
    }

    @Test
    void nothing_is_appended_behind_an_altered_last_line() throws IOException {
        alter(3, lines().get(2).replace("test.release", "test.nothing"));

        assertThat(Audits.isRefused(host.start("next"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void missing_lines_at_the_end_are_counted(int left) throws IOException {
        String kept = String.join("\n", lines().subList(0, left)) + (left == 0 ? "" : "\n");
        Audits.put(host, Audits.LOG, kept);

        assertThat(verify()).isEqualTo(new AuditVerification.CutOff(3, left));
        assertThat(Audits.isRefused(host.start("next"))).isTrue();
    }

    @Test
    void a_log_that_is_gone_is_not_begun_anew() throws IOException {
        Audits.remove(host, Audits.LOG);

        assertThat(verify()).isEqualTo(new AuditVerification.CutOff(3, 0));
        assertThat(Audits.isRefused(host.start("next"))).isTrue();
        assertThat(Disks.names(Disks.data(host))).doesNotContain(Audits.LOG);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"version\":1,\"seq\":4", "{", "\0\0\0\0", "\0\0\0\0\n", "x\0\n\0"})
    void remains_of_an_append_are_shown_and_do_not_look_like_tampering(String torn)
            throws IOException {
        Audits.put(host, Audits.LOG, text() + torn);

        assertThat(verify()).isEqualTo(new AuditVerification.Intact(3, torn.length()));
        assertThat(Audits.subjects(process)).containsExactly("a", "b", "c");
        Audits.append(host.start("next"), "d");
        assertThat(verify()).isEqualTo(new AuditVerification.Intact(4, 0));
        assertThat(Disks.names(Disks.data(host))).anyMatch(name -> name.contains(".torn-"));
    }

    @Test
    void a_line_that_lacks_its_line_feed_alone_counts() throws IOException {
        byte[] head = Audits.bytes(host, Audits.HEAD);
        Audits.append(process, "d");
        Audits.put(host, Audits.LOG, text().stripTrailing());
        Audits.put(host, Audits.HEAD, head);

        Audits.append(host.start("next"), "e");

        assertThat(verify()).isEqualTo(new AuditVerification.Intact(5, 0));
        assertThat(Audits.subjects(process)).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void rubbish_behind_the_last_line_is_no_remains_of_a_crash() throws IOException {
        Audits.put(host, Audits.LOG, text() + "rubbish\n");

        assertThat(verify())
                .isInstanceOfSatisfying(
                        AuditVerification.Altered.class,
                        altered -> assertThat(altered.line()).isEqualTo(4));
        assertThat(Audits.isRefused(host.start("next"))).isTrue();
    }

    @Test
    void a_head_that_a_power_cut_took_back_is_brought_up_to_date() throws IOException {
        byte[] behind = Audits.bytes(host, Audits.HEAD);
        Audits.append(process, "d");
        Audits.put(host, Audits.HEAD, behind);

        assertThat(verify()).isEqualTo(new AuditVerification.Intact(4, 0));
        Audits.append(host.start("next"), "e");
        assertThat(verify()).isEqualTo(new AuditVerification.Intact(5, 0));
        Audits.put(host, Audits.LOG, String.join("\n", lines().subList(0, 4)) + "\n");
        assertThat(verify()).isEqualTo(new AuditVerification.CutOff(5, 4));
    }

    @Test
    void a_latest_slot_that_is_garbage_falls_back_to_the_anchor() throws IOException {
        byte[] head = Audits.bytes(host, Audits.HEAD);
        Arrays.fill(head, AuditHead.LATEST_FROM, head.length, (byte) 'x');
        Audits.put(host, Audits.HEAD, head);

        assertThat(verify()).isEqualTo(new AuditVerification.Intact(3, 0));
        Audits.append(host.start("next"), "d");
        assertThat(verify()).isEqualTo(new AuditVerification.Intact(4, 0));
    }

    @Test
    void a_head_without_an_anchor_is_refused() throws IOException {
        byte[] head = Audits.bytes(host, Audits.HEAD);
        head[10] ^= 1;
        Audits.put(host, Audits.HEAD, head);

        assertThat(verify()).isEqualTo(new AuditVerification.HeadUnusable("holds no valid anchor"));
        assertThat(Audits.isRefused(host.start("next"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "{}\n"})
    void a_head_of_another_length_is_refused(String text) throws IOException {
        Audits.put(host, Audits.HEAD, text);

        assertThat(verify()).isInstanceOf(AuditVerification.HeadUnusable.class);
        assertThat(Audits.isRefused(host.start("next"))).isTrue();
    }

    @Test
    void a_missing_head_is_refused() throws IOException {
        Audits.remove(host, Audits.HEAD);

        assertThat(verify()).isEqualTo(new AuditVerification.HeadUnusable("is missing"));
        assertThat(Audits.isRefused(host.start("next"))).isTrue();
    }

    @Test
    void an_anchor_is_moved_on_as_the_log_grows() throws IOException {
        for (int i = 0; i < AuditHead.ANCHOR_DISTANCE; i++) {
            Audits.append(process, "n" + i);
        }
        byte[] head = Audits.bytes(host, Audits.HEAD);
        Arrays.fill(head, AuditHead.LATEST_FROM, head.length, (byte) 'x');
        Audits.put(host, Audits.HEAD, head);
        Audits.put(host, Audits.LOG, lines().getFirst() + "\n");

        assertThat(verify())
                .isInstanceOfSatisfying(
                        AuditVerification.CutOff.class,
                        cut -> assertThat(cut.expected()).isGreaterThan(60));
    }

    private AuditVerification verify() throws IOException {
        return Audits.log(process).verify();
    }

    private String text() throws IOException {
        return Audits.text(host, Audits.LOG);
    }

    private List<String> lines() throws IOException {
        return text().lines().toList();
    }

    /// Puts another line, of another length, in place of one.
    private void alter(int number, String line) throws IOException {
        List<String> lines = new ArrayList<>(lines());
        lines.set(number - 1, line);
        Audits.put(host, Audits.LOG, String.join("\n", lines) + "\n");
    }
}
