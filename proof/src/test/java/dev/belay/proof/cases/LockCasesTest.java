package dev.belay.proof.cases;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Programs;
import dev.belay.proof.program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Locks whose owner is not what its number suggests.
class LockCasesTest {
    private static final String TOKEN = "3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11";
    private static final int HELD = 3;
    private static final int PENDING = 4;
    private static final int ATTEMPTS_MAX = 10;
    private static final int DEAD_PID = 4_194_300;

    @TempDir Path root;
    private Fence fence;
    private final List<Process> processes = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        fence = new Fence(root);
    }

    @AfterEach
    void stop() {
        fence.close();
        processes.forEach(Process::destroyForcibly);
    }

    /// H-A01: the number of a dead owner belongs to a stranger, and the record cannot tell.
    @Test
    void a_number_that_lives_holds_the_lock_and_is_never_signalled() throws IOException {
        Process stranger = start("sleep", "600");

        assertRefusedUntouched(record(stranger.pid(), ""));

        assertThat(stranger.isAlive()).isTrue();
    }

    /// H-A01, with a record that says when its owner started.
    @Test
    void a_number_that_was_used_again_holds_nothing() throws IOException {
        Process stranger = start("sleep", "600");
        String start = Long.toString(startTime(stranger.pid()) - 1);
        fence.put(Fence.LOCK, record(stranger.pid(), identity(start)).getBytes(UTF_8));

        assertThat(fence.request(1).exit()).isZero();

        assertThat(stranger.isAlive()).isTrue();
        assertThat(fence.names()).doesNotContain(Fence.LOCK);
    }

    /// H-A02, H-A03: number 1 of another container; our own number, written by somebody else.
    @Test
    void a_lock_is_never_taken_for_ours_by_its_number() throws IOException {
        assertRefusedUntouched(record(1, ""));
        assertRefusedUntouched(record(ProcessHandle.current().pid(), ""));
    }

    /// H-A04: a killed owner that nobody reaps still answers signal 0.
    @Test
    void the_lock_of_a_zombie_is_not_taken_by_its_number_alone() throws Exception {
        Process parent = start("sh", "-c", "sleep 0 & echo $!; exec sleep 600");
        long zombie = Long.parseLong(parent.inputReader().readLine());
        while (!Files.readString(Path.of("/proc/" + zombie + "/stat")).contains(") Z ")) {
            Thread.onSpinWait();
        }

        assertRefusedUntouched(record(zombie, ""));
    }

    /// H-A06: the name of a process holds what ends a name in `/proc/PID/stat`.
    @Test
    void a_process_is_known_whatever_its_name_is() throws IOException {
        Path program = root.resolve("x) R 1 1 (y");
        Files.copy(Path.of("/bin/sleep"), program);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Process owner = start(program.toString(), "600");

        assertRefusedUntouched(
                record(owner.pid(), identity(Long.toString(startTime(owner.pid())))));
    }

    /// H-A07: many find the lock of a dead process at once.
    @Test
    void of_many_that_break_a_dead_lock_none_loses_a_record() throws Exception {
        int count = 5;
        fence.put(Fence.LOCK, record(DEAD_PID, "").getBytes(UTF_8));
        List<Callable<Ran>> requests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<String> command = Programs.belay(request("many-" + i));
            requests.add(() -> untilItHadTheLock(command));
        }

        try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
            for (Future<Ran> ran : threads.invokeAll(requests)) {
                assertThat(ran.get().exit()).as(ran.get().err()).isEqualTo(PENDING);
            }
        }

        assertThat(fence.run("deletion", "list").out()).contains("many-0", "many-1", "many-2");
        assertThat(fence.run("deletion", "list").out()).contains("many-3", "many-4");
        assertThat(fence.names()).noneMatch(name -> name.contains("lock"));
    }

    /// On a busy machine a wait for the lock may be over before its turn; then it says so.
    private Ran untilItHadTheLock(List<String> command) throws Exception {
        Ran ran = Ran.of(command, fence.environment(), Duration.ofMinutes(1));
        for (int attempt = 1; ran.exit() == HELD && attempt < ATTEMPTS_MAX; attempt++) {
            ran = Ran.of(command, fence.environment(), Duration.ofMinutes(1));
        }
        return ran;
    }

    private String[] request(String name) {
        String id = fence.add(name).id();
        return new String[] {"deletion", "request", id, "--name", name, "--no-wait"};
    }

    /// H-A12.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "-2",
                "1.5",
                "\"1\"",
                "null",
                "2147483648",
                "99999999999999999999"
            })
    void a_number_that_is_no_process_refuses_and_is_never_signalled(String pid) throws IOException {
        assertRefusedUntouched(record(pid, ""));
    }

    private void assertRefusedUntouched(String record) throws IOException {
        Path lock = fence.put(Fence.LOCK, record.getBytes(UTF_8));

        Ran ran = fence.request(1);

        assertThat(ran.exit()).as(ran.err()).isEqualTo(HELD);
        assertThat(ran.err()).contains("deletion/" + Fence.LOCK);
        assertThat(Files.readString(lock)).isEqualTo(record);
        assertThat(fence.deletes()).isZero();
    }

    private Process start(String... command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        processes.add(process);
        return process;
    }

    private static String record(Object pid, String more) {
        return "{\"version\":1,\"pid\":%s,\"token\":\"%s\",\"createdAt\":1%s}\n"
                .formatted(pid, TOKEN, more);
    }

    private static String identity(String start) throws IOException {
        String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        String namespace =
                Objects.requireNonNull(
                                Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).getFileName())
                        .toString()
                        .replaceAll("\\D", "");
        return ",\"start\":\"%s\",\"boot\":\"%s\",\"pidNamespace\":\"%s\""
                .formatted(start, boot, namespace);
    }

    private static long startTime(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return Long.parseLong(fields[19]);
    }
}
