package dev.belay.core.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.Disks;
import dev.belay.core.file.Durability;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.FaultExplorer;
import dev.belay.sim.explore.Preparation;
import dev.belay.sim.explore.Program;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import dev.belay.system.DiskFault;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Whichever call fails, what was reported is so, and the log can be appended to again.
class AppendLogFaultTest {
    private static final Preparation NOTHING =
            host -> host.disk().makeDirectories(Disks.DATA).close();

    /// One writer that goes on after a failure.
    private static final Program<Told> STUBBORN =
            (process, told) -> {
                AppendLog log = Logs.log(process);
                IOException failure = null;
                for (String word : new String[] {"a", "b", "c"}) {
                    try {
                        told.append(log, word);
                    } catch (IOException e) {
                        failure = e;
                    }
                }
                if (failure != null) {
                    throw failure;
                }
            };

    @Test
    void a_new_log_survives_every_failing_call() throws IOException {
        explore("AppendLog, new", NOTHING, STUBBORN);
    }

    @Test
    void a_torn_log_survives_every_failing_call() throws IOException {
        explore(
                "AppendLog, behind a torn end",
                host -> {
                    NOTHING.of(host);
                    Logs.put(host, "{\"wo");
                },
                STUBBORN);
    }

    /// A second process goes on where a first has failed, and neither knows what the other saw.
    @Test
    void another_writer_does_not_build_on_a_sync_that_failed() throws IOException {
        explore(
                "AppendLog, two writers",
                NOTHING,
                (process, told) -> {
                    AppendLog one = Logs.log(process);
                    AppendLog other = Logs.log(process);
                    try {
                        told.append(one, "a");
                    } catch (IOException _) {
                        told.append(other, "b");
                    }
                    told.append(one, "c");
                });
    }

    @Test
    void a_failed_write_is_taken_back() throws IOException {
        SimProcess process = Disks.host().start("writer");
        Logs.put(process.host(), Logs.line("a"));
        process.wrapDisk(disk -> FaultyDisk.failingOnce(disk, Fault.ENOSPC, 1));
        try (LogFile file =
                LogFile.open(Disks.data(process), Logs.NAME, AppendLog.LOCK_LIMIT).orElseThrow()) {
            assertThatThrownBy(() -> file.append(Logs.line("b").getBytes(UTF_8))).isNotNull();

            assertThat(Logs.text(process.host())).isEqualTo(Logs.line("a"));
            assertThat(file.append(Logs.line("c").getBytes(UTF_8))).isEqualTo(Durability.DURABLE);
        }
        assertThat(Logs.words(process)).containsExactly("a", "c");
    }

    @Test
    void nothing_is_appended_any_more_after_a_failed_sync() throws IOException {
        SimProcess process = Disks.host().start("writer");
        Logs.put(process.host(), "");
        process.wrapDisk(disk -> FaultyDisk.failingOnce(disk, Fault.EROFS, 2));
        try (LogFile file =
                LogFile.open(Disks.data(process), Logs.NAME, AppendLog.LOCK_LIMIT).orElseThrow()) {
            assertThatThrownBy(() -> file.append(Logs.line("a").getBytes(UTF_8)))
                    .isInstanceOf(DiskFault.class);

            assertThatThrownBy(() -> file.append(Logs.line("b").getBytes(UTF_8)))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.STATE_UNWRITABLE));
            assertThatThrownBy(() -> file.affirm(0)).isInstanceOf(Refusal.class);
            assertThatThrownBy(() -> file.cut(0)).isInstanceOf(Refusal.class);
        }
        assertThat(Logs.words(process)).doesNotContain("b");
    }

    @Test
    void a_file_system_without_locks_is_refused() throws IOException {
        SimProcess process = Disks.host().start("writer");
        process.wrapDisk(disk -> FaultyDisk.failingFrom(disk, Fault.EOPNOTSUPP, 1));

        assertThatThrownBy(() -> Logs.log(process).append(Logs.word("a")))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.LOCK_UNAVAILABLE));
        assertThat(Logs.text(process.host())).isEmpty();
    }

    @Test
    void a_file_system_without_syncs_is_told_of_with_each_line() throws IOException {
        SimProcess process = Disks.host().start("writer");
        // The first call that it lacks is the lock.
        process.wrapDisk(disk -> FaultyDisk.failingFrom(disk, Fault.EOPNOTSUPP, 2));

        assertThat(Logs.log(process).append(Logs.word("a"))).isEqualTo(Durability.UNAVAILABLE);
        assertThat(Logs.words(process)).containsExactly("a");
    }

    private static void explore(String what, Preparation preparation, Program<Told> operation)
            throws IOException {
        Explored explored =
                FaultExplorer.with(Told::new)
                        .prepare(preparation)
                        .run(operation)
                        .restart((process, told) -> {
                            told.check(process);
                            told.append(Logs.log(process), "z");
                        })
                        .check((process, told) -> told.check(process))
                        .explore();

        System.out.println(what + ", faults: " + explored);
        assertThat(explored.states()).isGreaterThan(100);
    }
}
