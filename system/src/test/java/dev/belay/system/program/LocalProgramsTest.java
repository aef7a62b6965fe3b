package dev.belay.system.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.system.program.Filters.Feed;
import dev.belay.system.program.Filters.Job;
import dev.belay.system.program.Programs.Call;
import dev.belay.system.program.Programs.Complaints;
import dev.belay.system.program.Programs.End;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LocalProgramsTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final int BYTES_MAX = 100_000;

    private final LocalPrograms programs = new LocalPrograms();

    /// In the arguments of everything that a test starts.
    private final String token = UUID.randomUUID().toString();

    @Test
    void a_program_reads_its_input_and_its_output_is_what_it_wrote() throws IOException {
        assertThat(programs.run(call("cat", "grüße", LONG))).isEqualTo(new End.Exited(0, "grüße"));
    }

    @Test
    void arguments_go_to_the_program_as_they_are() throws IOException {
        Call call =
                new Call(
                        List.of("printf", "%s|", "$HOME", "a b", ";true", "*"),
                        Map.of("PATH", "/usr/bin:/bin"),
                        Path.of("/"),
                        "",
                        LONG,
                        BYTES_MAX,
                        Complaints.DROPPED);

        assertThat(programs.run(call)).isEqualTo(new End.Exited(0, "$HOME|a b|;true|*|"));
    }

    @Test
    void only_the_environment_that_is_given_is_handed_on() throws IOException {
        End end = programs.run(call("/usr/bin/env | grep -v '^BELAY_CALL=' | sort", "", LONG));

        assertThat(end)
                .isInstanceOfSatisfying(
                        End.Exited.class,
                        it ->
                                assertThat(it.output().lines())
                                        .contains("GIVEN=1")
                                        .allMatch(line ->
                                                line.matches("(GIVEN|PATH|PWD|SHLVL|_)=.*")));
    }

    @Test
    void a_code_and_a_signal_are_told() throws IOException {
        assertThat(programs.run(call("echo no; exit 7", "", LONG)))
                .isEqualTo(new End.Exited(7, "no\n"));
        assertThat(programs.run(call("kill -9 $$", "", LONG))).isEqualTo(new End.Exited(137, ""));
    }

    @Test
    void what_is_not_utf_8_is_replaced() throws IOException {
        assertThat(programs.run(call("printf '\\377ok\\303'", "", LONG)))
                .isEqualTo(new End.Exited(0, "\uFFFDok\uFFFD"));
    }

    @Test
    void bytes_go_through_a_filter_as_they_are() throws IOException {
        byte[] all = new byte[1 << 20];
        for (int at = 0; at < all.length; at++) {
            all[at] = (byte) ((at * 31) >>> 3);
        }
        ByteArrayOutputStream back = new ByteArrayOutputStream();

        End end =
                programs.run(
                        job("cat; echo why >&2; exit 3", LONG),
                        pipe -> pipe.write(all),
                        (bytes, length) -> back.write(bytes, 0, length));

        assertThat(end).isEqualTo(new End.Exited(3, "why\n"));
        assertThat(back.toByteArray()).isEqualTo(all);
    }

    @Test
    void of_many_complaints_the_beginning_is_told() throws IOException {
        End end = programs.run(job("yes no | head -c 300000 >&2", LONG), Feed.none(), (_, _) -> {});

        assertThat(end)
                .isInstanceOfSatisfying(
                        End.Exited.class,
                        it -> assertThat(it.output()).startsWith("no\nno\n").hasSize(8 << 10));
    }

    @Test
    void a_filter_that_floods_hangs_or_is_not_wanted_any_more_is_ended() throws IOException {
        String hangs = "sh -c 'sleep 300; :' " + token;

        assertThat(programs.run(job("exec yes " + token, LONG), Feed.none(), (_, _) -> {}))
                .isEqualTo(new End.Flooded());
        assertThat(programs.run(job(hangs, SHORT), Feed.none(), (_, _) -> {}))
                .isEqualTo(new End.OutOfTime());
        assertThatThrownBy(() ->
                        programs.run(
                                job("echo hi; " + hangs, LONG),
                                Feed.none(),
                                (_, _) -> {
                                    throw new IOException("enough");
                                }))
                .hasMessage("enough");
        assertThat(alive()).isEmpty();
    }

    @Test
    void a_program_that_never_reads_is_no_trouble() throws IOException {
        assertThat(programs.run(call("echo done", "x".repeat(5_000_000), LONG)))
                .isEqualTo(new End.Exited(0, "done\n"));
    }

    @Test
    void a_flood_is_ended() throws IOException {
        assertThat(programs.run(call("exec yes " + token, "", LONG))).isEqualTo(new End.Flooded());
        assertThat(alive()).isEmpty();
    }

    @Test
    void what_hangs_is_killed_with_all_its_children() throws IOException {
        String script = "trap '' TERM INT HUP; sh -c 'trap \"\" TERM; sleep 300' " + token;

        assertThat(programs.run(call(script, "", SHORT))).isEqualTo(new End.OutOfTime());
        assertThat(alive()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // A child that keeps the pipe open.
                "sh -c 'sleep 300; :' TOKEN & echo hi",
                // A daemon: it forks twice, in a session of its own, and holds nothing of ours.
                "(setsid sh -c 'sleep 300; :' TOKEN </dev/null >/dev/null 2>&1 &); echo hi",
                // One that ignores signals, and changes its directory.
                "(cd /; trap '' HUP TERM; setsid nohup sh -c 'sleep 300; :' TOKEN >/dev/null &)"
                        + "; echo hi",
                // One that clears its environment, and stays in the session.
                "(env -i /bin/sh -c 'sleep 300; :' TOKEN >/dev/null 2>&1 &); echo hi"
            })
    @EnabledOnOs(OS.LINUX)
    void what_a_program_leaves_running_is_gone_when_it_returns(String script) throws IOException {
        End end = programs.run(call(script.replace("TOKEN", token), "", LONG));

        assertThat(alive()).isEmpty();
        assertThat(end).isEqualTo(new End.Exited(0, "hi\n"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void what_forks_without_end_is_gone_too() throws IOException {
        String script =
                "while :; do (setsid sh -c 'sleep 300; :' %s & sleep 0.01); done".formatted(token);

        assertThat(programs.run(call(script, "", SHORT))).isEqualTo(new End.OutOfTime());
        assertThat(alive()).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_program_is_out_of_reach_of_a_terminal() throws IOException {
        End end = programs.run(call("cut -d' ' -f6 /proc/$$/stat; echo $$", "", LONG));

        assertThat(end)
                .isInstanceOfSatisfying(
                        End.Exited.class,
                        it -> assertThat(it.output().lines().distinct()).hasSize(1));
    }

    @Test
    void an_interrupt_ends_it() throws Exception {
        try (ExecutorService caller = Executors.newSingleThreadExecutor()) {
            Future<String> told =
                    caller.submit(() -> {
                        Thread.currentThread().interrupt();
                        End end = programs.run(call("sh -c 'sleep 300; :' " + token, "", LONG));
                        return end + " " + Thread.currentThread().isInterrupted();
                    });

            assertThat(told.get()).isEqualTo(new End.Interrupted() + " true");
        }
        assertThat(alive()).isEmpty();
    }

    @Test
    void an_interrupt_is_kept_where_the_output_is_not_taken() throws Exception {
        try (ExecutorService caller = Executors.newSingleThreadExecutor()) {
            Future<Boolean> isInterrupted =
                    caller.submit(() -> {
                        Thread self = Thread.currentThread();
                        assertThatThrownBy(() ->
                                        programs.run(
                                                job("echo hi; sleep 300", LONG),
                                                Feed.none(),
                                                (_, _) -> {
                                                    self.interrupt();
                                                    throw new IOException("enough");
                                                }))
                                .hasMessage("enough");
                        return self.isInterrupted();
                    });

            assertThat(isInterrupted.get()).isTrue();
        }
    }

    @Test
    void a_program_that_is_not_there_is_told_without_its_path() {
        Call call =
                new Call(
                        List.of("cat"),
                        Map.of(),
                        Path.of("/nowhere/" + token),
                        "",
                        LONG,
                        BYTES_MAX,
                        Complaints.DROPPED);

        assertThatThrownBy(() -> programs.run(call))
                .isInstanceOf(IOException.class)
                .hasMessage("the program cannot be started");
    }

    private static Call call(String script, String input, Duration limit) {
        return new Call(
                List.of("/bin/sh", "-c", script),
                Map.of("PATH", "/usr/bin:/bin", "GIVEN", "1"),
                Path.of("/"),
                input,
                limit,
                BYTES_MAX,
                Complaints.DROPPED);
    }

    private static Job job(String script, Duration limit) {
        return new Job(
                List.of("/bin/sh", "-c", script),
                Map.of("PATH", "/usr/bin:/bin"),
                Path.of("/"),
                limit,
                2 << 20);
    }

    private List<String> alive() {
        return ProcessHandle.allProcesses()
                .map(it -> it.info().commandLine().orElse(""))
                .filter(line -> line.contains(token))
                .toList();
    }
}
