package dev.belay.system.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(120)
@EnabledOnOs(OS.LINUX)
class WatchedProgramsTest {
    private final String token = UUID.randomUUID().toString();

    @Test
    void whoever_a_program_leaves_is_ended_however_it_hid() throws Exception {
        String script =
                "(setsid env -i /bin/sh -c 'trap \"\" TERM HUP; sleep 300; :' TOKEN"
                        + " </dev/null >/dev/null 2>&1 &); exit 3";

        assertThat(run(script)).isEqualTo("Exited\n");
        assertThat(alive()).isZero();
    }

    @Test
    void what_hides_and_hangs_is_ended_too() throws Exception {
        String script =
                "(setsid env -i sh -c 'while :; do (setsid sh -c \"sleep 1; :\" TOKEN &);"
                        + " sleep 0.05; done' TOKEN >/dev/null 2>&1 &) ; sleep 300";

        assertThat(run(script)).isEqualTo("OutOfTime\n");
        assertThat(alive()).isZero();
    }

    private String run(String script) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "--enable-native-access=ALL-UNNAMED",
                                WatchedRun.class.getName(),
                                script.replace("TOKEN", token))
                        .start();
        process.getOutputStream().close();
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
