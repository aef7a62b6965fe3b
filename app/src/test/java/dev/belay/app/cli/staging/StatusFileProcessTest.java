package dev.belay.app.cli.staging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.staging.RealCheckout.Ran;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Whose code a run ended with, as a script reads it.
@Timeout(180)
@EnabledOnOs(OS.LINUX)
class StatusFileProcessTest {
    @TempDir Path directory;
    private RealCheckout checkout;
    private Path file;

    @BeforeEach
    void make() throws Exception {
        checkout = RealCheckout.in(directory);
        file = directory.resolve("status");
    }

    private Ran exec(String... command) throws Exception {
        return checkout.exec(List.of(command), "--status-file", file.toString());
    }

    private String status() throws Exception {
        return Files.readString(file);
    }

    @Test
    void the_same_code_is_the_commands_or_ours() throws Exception {
        assertThat(exec("sh", "-c", "exit 125").code()).isEqualTo(125);
        assertThat(status())
                .startsWith("{\"version\":1,\"ended\":true,\"id\":\"")
                .contains("\"code\":125,\"rest\":\"settled\",\"preserved\":\"\",\"kept\":\"\"")
                .endsWith(",\"from\":\"command\",\"exit\":125}\n");

        assertThat(exec("sh", "-c", "mkdir -p .crabbox/runs; ln -s x .crabbox/runs/l").code())
                .isEqualTo(125);
        assertThat(status())
                .contains("\"code\":0,", "\"error\":\"BLY-0104\",\"from\":\"belay\",\"exit\":125");

        checkout.shell("mkfifo pipe");
        assertThat(exec("true").code()).isEqualTo(125);
        assertThat(status())
                .isEqualTo(
                        "{\"version\":1,\"ended\":true,\"from\":\"belay\",\"error\":\"BLY-0101\","
                                + "\"exit\":125}\n");
    }

    @Test
    void a_program_that_cannot_be_run_is_told_from_one_that_ends_so() throws Exception {
        assertThat(exec("sh", "-c", "exit 127").code()).isEqualTo(127);
        assertThat(status()).contains("\"from\":\"command\",\"exit\":127");

        Ran missing = exec("no-such-program");
        assertThat(missing.code()).isEqualTo(127);
        assertThat(missing.complaints()).contains("there is no program no-such-program");
        assertThat(status()).contains("\"from\":\"belay\"", "\"exit\":127").doesNotContain("code");

        assertThat(exec("./a.txt").code()).isEqualTo(126);
        assertThat(status()).contains("\"from\":\"belay\"", "\"exit\":126");
        assertThat(checkout.copies()).isEmpty();
    }

    @Test
    void it_says_that_a_run_goes_on_until_it_has_ended_and_after_a_kill() throws Exception {
        Files.writeString(file, "what an earlier run said, for everybody to read");
        Process run =
                checkout.start(
                        "staging",
                        "exec",
                        "--status-file",
                        file.toString(),
                        "--",
                        "sh",
                        "-c",
                        "echo up; read line");
        try (BufferedReader reader = run.inputReader(UTF_8)) {
            assertThat(reader.readLine()).isEqualTo("up");
            assertThat(status()).isEqualTo("{\"version\":1,\"ended\":false}\n");
            run.toHandle().destroyForcibly();
            assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(status()).isEqualTo("{\"version\":1,\"ended\":false}\n");
        assertThat(directory.toFile().list((_, name) -> name.contains(".tmp-"))).isEmpty();
    }

    @Test
    void what_cannot_be_written_is_known_before_the_command_starts() throws Exception {
        Files.createSymbolicLink(file, checkout.top.resolve("a.txt"));

        Ran linked = exec("touch", directory.resolve("ran").toString());
        assertThat(linked.code()).isEqualTo(2);
        assertThat(linked.complaints()).contains("a symbolic link, and no regular file");

        file = directory.resolve(".");
        assertThat(exec("touch", directory.resolve("ran").toString()).code()).isEqualTo(2);

        file = directory.resolve("nowhere/status");
        assertThat(exec("touch", directory.resolve("ran").toString()).code()).isEqualTo(2);
        assertThat(directory.resolve("ran")).doesNotExist();
        assertThat(checkout.top.resolve("a.txt")).hasContent("a\n");
    }

    @Test
    void options_that_may_be_repeated_all_count_and_others_are_refused() throws Exception {
        checkout.shell("printf 'x\\ny\\n' >.gitignore; echo 1 >x; echo 2 >y");
        Ran run =
                checkout.exec(
                        "echo $A $B; cat x y; touch o p",
                        "--env=A=1,2",
                        "--env=B=b",
                        "--with=x",
                        "--with=y",
                        "--output=o",
                        "--output=p,q");

        assertThat(run.output()).isEqualTo("1,2 b\n1\n2\n");
        assertThat(run.complaints()).contains("no output q");
        assertThat(checkout.shell("ls .crabbox/wrapper-artifacts/*/captures")).isEqualTo("o\np\n");
        Ran twice = checkout.exec("true", "--timeout", "1s", "--timeout", "2s");
        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.complaints()).contains("--timeout");
    }

    @Test
    void history_is_there_when_it_is_asked_for() throws Exception {
        checkout.shell("echo b >b; git add b; git commit -qm second");

        Ran run = checkout.exec("git log --format=%s; git rev-parse HEAD", "--history", "5");

        assertThat(run.output()).isEqualTo("second\nbase\n" + checkout.shell("git rev-parse HEAD"));
        assertThat(checkout.exec("true", "--history", "0").code()).isEqualTo(2);
        assertThat(checkout.exec("true", "--history", "1", "--no-git").code()).isEqualTo(2);
    }
}
