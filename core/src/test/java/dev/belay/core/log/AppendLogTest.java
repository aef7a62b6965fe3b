package dev.belay.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.Disks;
import dev.belay.core.file.Durability;
import dev.belay.core.file.Interposed;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AppendLogTest {
    private SimHost host = new SimHost();
    private SimProcess process = host.start("writer");

    @BeforeEach
    void given_a_machine() throws IOException {
        host = Disks.host();
        process = host.start("writer");
    }

    @Test
    void what_was_appended_is_read_in_order() throws IOException {
        AppendLog log = Logs.log(process);

        assertThat(log.append(Logs.word("a"))).isEqualTo(Durability.DURABLE);
        log.append(Logs.word("b"));

        assertThat(Logs.words(process)).containsExactly("a", "b");
        assertThat(Logs.text(host)).isEqualTo(Logs.line("a") + Logs.line("b"));
    }

    @Test
    void an_absent_log_has_no_lines_and_is_not_created_by_a_reader() throws IOException {
        assertThat(Logs.log(process).read(_ -> {})).isEqualTo(new LogEnd(0, 0, 0));
        assertThat(Disks.names(Disks.data(host))).isEmpty();
    }

    @Test
    void an_owner_creates_a_log_that_is_private() throws IOException {
        assertThat(Logs.log(process).open()).isEqualTo(new TailRepair.Unneeded());
        assertThat(Disks.data(host).status(Logs.NAME).orElseThrow().permissions()).isEqualTo(0600);
    }

    @Test
    void two_processes_take_turns_and_each_goes_on_behind_the_other() throws IOException {
        AppendLog one = Logs.log(process);
        AppendLog other = Logs.log(host.start("other"));

        one.append(Logs.word("a"));
        other.append(Logs.word("b"));
        one.append(Logs.word("c"));
        other.append(Logs.word("d"));

        assertThat(Logs.words(process)).containsExactly("a", "b", "c", "d");
    }

    @Test
    void an_end_that_another_process_has_left_is_repaired_before_the_next_append()
            throws IOException {
        AppendLog log = Logs.log(process);
        log.append(Logs.word("a"));
        Logs.put(host, Logs.line("a") + "{\"wo");

        log.append(Logs.word("b"));

        assertThat(Logs.words(process)).containsExactly("a", "b");
        assertThat(Logs.evidence(host)).containsExactly("{\"wo");
    }

    @Test
    void a_log_that_was_replaced_since_the_last_turn_is_opened_anew() throws IOException {
        AppendLog log = Logs.log(process);
        log.append(Logs.word("a"));
        replace("new");

        log.append(Logs.word("b"));

        assertThat(Logs.words(process)).containsExactly("new", "b");
    }

    @Test
    void a_log_is_opened_once_and_after_it_was_closed_again() throws IOException {
        AtomicInteger opened = new AtomicInteger();
        Interposed.before(process, "open", Logs.LABEL, opened::set);
        AppendLog log = Logs.log(process);
        log.append(Logs.word("a"));
        int first = opened.get();

        log.append(Logs.word("b"));
        assertThat(opened).hasValue(first);
        log.close();
        log.append(Logs.word("c"));

        assertThat(opened.get()).isGreaterThan(first);
        assertThat(Logs.words(process)).containsExactly("a", "b", "c");
    }

    @Test
    void a_record_longer_than_a_line_is_refused_and_leaves_nothing() throws IOException {
        AppendLog log = Logs.log(process);
        int room = LogLine.BYTES_MAX - Logs.line("").length() + 1;

        Refusal refusal = refusal(() -> log.append(Logs.word("x".repeat(room + 1))));

        assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_UNWRITABLE);
        assertThat(Logs.text(host)).isEmpty();
        log.append(Logs.word("x".repeat(room)));
        assertThat(Logs.words(process)).hasSize(1);
    }

    @Test
    void a_turn_that_is_not_granted_in_time_is_refused() throws IOException {
        try (LogFile _ = Logs.file(host.start("other"))) {
            Duration before = host.clock().elapsed();

            Refusal refusal = refusal(() -> Logs.log(process).append(Logs.word("a")));

            assertThat(refusal.code()).isEqualTo(ErrorCode.LOCK_HELD);
            assertThat(host.clock().elapsed().minus(before)).isEqualTo(AppendLog.LOCK_LIMIT);
        }
        assertThat(Logs.text(host)).isEmpty();
    }

    @Test
    void readers_do_not_wait_for_writers() throws IOException {
        Logs.put(host, Logs.line("a"));
        try (LogFile _ = Logs.file(host.start("other"))) {
            assertThat(Logs.words(process)).containsExactly("a");
        }
    }

    @Test
    void a_log_that_is_replaced_before_it_is_locked_is_opened_anew() throws IOException {
        Logs.put(host, Logs.line("old"));
        Interposed.before(
                process,
                "lock",
                Logs.LABEL,
                time -> {
                    if (time == 1) {
                        replace("new");
                    }
                });

        Logs.log(process).append(Logs.word("a"));

        assertThat(Logs.words(process)).containsExactly("new", "a");
    }

    @Test
    void a_log_that_is_replaced_each_time_is_given_up() throws IOException {
        Interposed.before(process, "lock", Logs.LABEL, _ -> replace("new"));

        Refusal refusal = refusal(() -> Logs.log(process).append(Logs.word("a")));

        assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_CHANGED);
        assertThat(Logs.text(host)).isEqualTo(Logs.line("new"));
    }

    @Test
    void a_program_that_writes_without_the_lock_is_told_of() throws IOException {
        Interposed.before(
                process,
                "syncData",
                Logs.LABEL,
                time -> {
                    if (time == 2) { // The first is of the affirmation.
                        intrude();
                    }
                });

        Refusal refusal = refusal(() -> Logs.log(process).append(Logs.word("a")));

        assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_CHANGED);
        assertThat(refusal.help()).contains("without its lock");
    }

    @Test
    void what_is_no_regular_file_is_refused() throws IOException {
        try (Directory data = Disks.data(host)) {
            data.makeDirectory(Logs.NAME, 0700);
            assertThat(refusal(() -> Logs.log(process).open()).code())
                    .isEqualTo(ErrorCode.STATE_UNREADABLE);
            data.removeDirectory(Logs.NAME);
            Disks.write(data, "elsewhere", "");
            data.symlink("elsewhere", Logs.NAME);
        }

        assertThat(refusal(() -> Logs.log(process).append(Logs.word("a"))).code())
                .isEqualTo(ErrorCode.STATE_UNREADABLE);
        assertThat(refusal(() -> Logs.log(process).read(_ -> {})).code())
                .isEqualTo(ErrorCode.STATE_UNREADABLE);
        assertThat(Disks.text(Disks.data(host), "elsewhere")).hasValue("");
    }

    private void replace(String word) throws IOException {
        try (Directory data = Disks.data(host)) {
            Disks.write(data, "beside", Logs.line(word));
            data.rename("beside", data, Logs.NAME);
        }
    }

    private void intrude() throws IOException {
        try (Directory data = Disks.data(host);
                OpenFile file = data.open(Logs.NAME, 0, OpenOption.READ, OpenOption.APPEND)) {
            file.write(new byte[] {'x'}, 0, 1, 0);
        }
    }

    private static Refusal refusal(ThrowingCallable call) {
        return catchThrowableOfType(Refusal.class, call);
    }
}
