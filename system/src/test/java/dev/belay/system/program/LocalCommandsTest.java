package dev.belay.system.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.system.service.Signals.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(120)
@EnabledOnOs(OS.LINUX)
class LocalCommandsTest {
    private static final long LONG_MILLIS = 60_000;

    private final String token = UUID.randomUUID().toString();

    @Test
    void a_command_has_our_streams_and_its_code_is_told() throws Exception {
        assertThat(run("cat; exit 7", LONG_MILLIS, "hello\n")).isEqualTo("hello\n7 SETTLED\n");
    }

    @Test
    void whoever_a_command_leaves_is_ended_however_it_hid() throws Exception {
        String script =
                "sh -c 'sleep 300; :' TOKEN & "
                        + "(setsid env -i /bin/sh -c 'trap \"\" TERM HUP; sleep 300; :' TOKEN"
                        + " </dev/null >/dev/null 2>&1 &); exit 3";

        assertThat(run(script.replace("TOKEN", token), LONG_MILLIS, "")).isEqualTo("3 SETTLED\n");
        assertThat(alive()).isZero();
    }

    @Test
    void what_forks_without_end_is_ended_too() throws Exception {
        String script =
                "(setsid env -i sh -c 'while :; do (setsid sh -c \"sleep 1; :\" TOKEN &);"
                        + " sleep 0.01; done' TOKEN >/dev/null 2>&1 &)";

        assertThat(run(script.replace("TOKEN", token), LONG_MILLIS, "")).isEqualTo("0 SETTLED\n");
        assertThat(alive()).isZero();
    }

    @Test
    void a_signal_reaches_the_whole_group() throws Exception {
        String script = "trap 'echo ended; exit 9' TERM; sleep 300 & wait";

        assertThat(run(script, 500, "")).isEqualTo("ended\n9 SETTLED\n");
        assertThat(run("exec sleep 300", 300, "")).isEqualTo("143 SETTLED\n");
    }

    @Test
    void a_signal_reaches_a_command_that_has_no_group_yet() throws Exception {
        Commands.Command sleep =
                new Commands.Command(List.of("sleep", "300"), Map.of(), Path.of("/"));
        Commands.Running running = new LocalCommands(Adoption.none()).start(sleep);

        running.signal(Signal.INT);

        assertThat(running.await(Duration.ofSeconds(60))).contains(143);
    }

    @Test
    void where_there_was_a_child_before_nothing_is_proved_and_it_lives_on() throws Exception {
        String child = "sh -c 'sleep 300; :' " + token + " </dev/null >/dev/null 2>&1 & exec ";
        String ours = child + String.join(" ", java(), "'true'", Long.toString(LONG_MILLIS));

        String output = output(new ProcessBuilder("sh", "-c", ours).start(), "");

        assertThat(output).isEqualTo("0 UNPROVED\n");
        assertThat(alive()).isEqualTo(1);
        ProcessHandle.allProcesses()
                .filter(it -> it.info().commandLine().orElse("").contains(token))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private String run(String script, long millis, String input) throws Exception {
        String quoted = "'" + script.replace("'", "'\\''") + "'";
        String words = String.join(" ", "exec", java(), quoted, Long.toString(millis));
        return output(new ProcessBuilder("sh", "-c", words).start(), input);
    }

    private static String java() {
        return "%s -cp '%s' --enable-native-access=ALL-UNNAMED %s"
                .formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"),
                        CommandRun.class.getName());
    }

    private static String output(Process process, String input)
            throws IOException, InterruptedException {
        try (var pipe = process.getOutputStream()) {
            pipe.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    private long alive() {
        return ProcessHandle.allProcesses()
                .map(it -> it.info().commandLine().orElse(""))
                .filter(line -> line.contains(token))
                .count();
    }
}
