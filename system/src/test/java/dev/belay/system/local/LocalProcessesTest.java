package dev.belay.system.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.system.Processes;
import dev.belay.system.Processes.Presence;
import dev.belay.system.Processes.Stat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class LocalProcessesTest {
    private static final String REST = " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18";

    private final Processes processes = LocalWorld.create().processes();

    @Test
    void this_process_is_present_and_runs() throws Exception {
        long pid = processes.ownPid();

        assertThat(pid).isEqualTo(ProcessHandle.current().pid());
        assertThat(processes.presence(pid)).isEqualTo(Presence.PRESENT);
        Stat stat = processes.stat(pid).orElseThrow();
        String[] fields = Files.readString(Path.of("/proc/self/stat")).split(" ", -1);
        assertThat(fields[1]).as("no name that would shift the fields").isEqualTo("(java)");
        assertThat(stat.start()).isEqualTo(fields[21]);
        assertThat("RS").contains("" + stat.state());
    }

    @Test
    void a_process_that_ended_is_absent() throws Exception {
        Process child = new ProcessBuilder("true").start();
        assertThat(child.waitFor()).isZero();

        assertThat(processes.presence(child.pid())).isEqualTo(Presence.ABSENT);
        assertThat(processes.stat(child.pid())).isEmpty();
    }

    @Test
    void a_number_beyond_the_kernels_is_absent_and_no_other_process() {
        long wrapped = processes.ownPid() + (1L << 32);

        assertThat(processes.presence(wrapped)).isEqualTo(Presence.ABSENT);
        assertThat(processes.stat(wrapped)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void what_is_no_number_of_a_process_is_refused(long pid) {
        assertThatThrownBy(() -> processes.presence(pid))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void who_may_not_be_signaled_is_present() {
        assertThat(LocalProcesses.presenceOf(0)).isEqualTo(Presence.PRESENT);
        assertThat(LocalProcesses.presenceOf(-Abi.EPERM)).isEqualTo(Presence.PRESENT);
        assertThat(LocalProcesses.presenceOf(-Abi.ESRCH)).isEqualTo(Presence.ABSENT);
        assertThat(LocalProcesses.presenceOf(-Abi.EINVAL)).isEqualTo(Presence.UNKNOWN);
    }

    @Test
    void a_zombie_is_present_and_its_state_says_so() throws Exception {
        Process parent =
                new ProcessBuilder("sh", "-c", "sleep 1000 & echo $!; exec sleep 1000").start();
        try {
            long child = Long.parseLong(parent.inputReader().readLine());
            Path command = Path.of("/proc/" + parent.pid() + "/comm");
            Eventually.holds(
                    "the parent reaps no more", () -> Files.readString(command).equals("sleep\n"));

            ProcessHandle.of(child).orElseThrow().destroyForcibly();

            Eventually.holds(
                    "it is a zombie", () -> processes.stat(child).orElseThrow().state() == 'Z');
            assertThat(processes.presence(child)).isEqualTo(Presence.PRESENT);
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void a_command_may_be_called_anything(@TempDir Path directory) throws Exception {
        Path command = directory.resolve(") Z 1 (\n)x");
        Files.copy(Path.of("/bin/sleep"), command);
        assertThat(command.toFile().setExecutable(true)).isTrue();
        Process child = new ProcessBuilder(command.toString(), "1000").start();
        try {
            Eventually.holds(
                    "it carries the name",
                    () -> Files.readString(statOf(child)).contains("() Z 1 (\n)x)"));

            Stat stat = processes.stat(child.pid()).orElseThrow();

            String after = Files.readString(statOf(child)).replaceAll("(?s).*x\\) ", "");
            assertThat(stat.start()).isEqualTo(after.split(" ", -1)[19]);
            assertThat(stat.state()).isNotEqualTo('Z');
        } finally {
            child.destroyForcibly();
        }
    }

    private static Path statOf(Process process) {
        return Path.of("/proc/" + process.pid() + "/stat");
    }

    @Test
    void a_stat_is_read_after_the_last_parenthesis() {
        assertThat(LocalProcesses.parse("7 (a) R 1) S" + REST + " 4711 0\n"))
                .isEqualTo(Optional.of(new Stat("4711", 'S')));
        assertThat(LocalProcesses.parse("7 (a) Z" + REST + " 18446744073709551615"))
                .isEqualTo(Optional.of(new Stat("18446744073709551615", 'Z')));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7 a S" + REST + " 4711",
                "7 (a) S" + REST,
                "7 (a) S" + REST + " 0",
                "7 (a) S" + REST + " 01",
                "7 (a) S" + REST + " -1",
                "7 (a) S" + REST + " x",
                "7 (a) S" + REST + " 18446744073709551616",
                "7 (a) SS" + REST + " 4711"
            })
    void what_is_no_stat_is_none(String line) {
        assertThat(LocalProcesses.parse(line)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'monotonic  0  0\nboottime  0  0', false",
        "'monotonic  7  0\nboottime  0  0', false",
        "'monotonic  0  0\nboottime  100000  0', true",
        "'monotonic  0  0\nboottime  0  500', true",
        "'boottime  -3  0', true",
    })
    void a_start_is_of_no_use_where_the_kernel_shifts_it(String offsets, boolean shifted) {
        assertThat(LocalProcesses.isShifted(offsets)).isEqualTo(shifted);
    }

    @Test
    void a_process_is_asked_to_end_when_it_is_the_one_that_is_meant() throws Exception {
        Process sleeper = new ProcessBuilder("sleep", "600").start();
        try {
            String start = processes.stat(sleeper.pid()).orElseThrow().start();

            assertThat(processes.terminate(sleeper.pid(), start + "1"))
                    .isEqualTo(Processes.Request.REUSED);
            assertThat(sleeper.isAlive()).isTrue();
            assertThat(processes.terminate(sleeper.pid(), "")).isEqualTo(Processes.Request.DENIED);
            assertThat(processes.terminate(sleeper.pid(), start)).isEqualTo(Processes.Request.SENT);
            assertThat(sleeper.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(sleeper.exitValue()).isEqualTo(128 + 15);
            assertThat(processes.terminate(sleeper.pid(), start)).isEqualTo(Processes.Request.GONE);
        } finally {
            sleeper.destroyForcibly();
        }
    }

    @Test
    void the_boot_and_the_namespace_are_those_of_the_kernel() throws Exception {
        assertThat(processes.bootId())
                .contains(Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip());
        assertThat("pid:[" + processes.pidNamespace().orElseThrow() + "]")
                .isEqualTo(Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString());
    }
}
