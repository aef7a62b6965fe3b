package dev.belay.app.cli.staging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.Belay;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The real program in a real checkout, whose tree is dirty.
@Timeout(180)
@EnabledOnOs(OS.LINUX)
class ExecProcessTest {
    @TempDir Path directory;
    private Path checkout = Path.of("");
    private Path home = Path.of("");
    private final Map<String, String> variables = new HashMap<>();

    @BeforeEach
    void make() throws Exception {
        checkout = Files.createDirectory(directory.toRealPath().resolve("r"));
        home = directory.toRealPath().resolve("home");
        shell(
                "git init -q -b main; git config user.name t;"
                        + " git config user.email t@example.invalid; echo a >a.txt; echo b >gone;"
                        + " git add -A; git commit -qm base; echo dirty >a.txt; rm gone;"
                        + " echo new >untracked");
    }

    @Test
    void a_command_runs_on_the_tree_as_it_lies_on_disk_and_nothing_is_left() throws Exception {
        Run run = belay("cat a.txt untracked; ls; echo changed >a.txt; echo x >made");

        assertThat(run.output).isEqualTo("dirty\nnew\na.txt\nuntracked\n");
        assertThat(run.code).isZero();
        assertThat(stagings()).isEmpty();
        assertThat(Files.readString(checkout.resolve("a.txt"))).isEqualTo("dirty\n");
        assertThat(checkout.resolve("made")).doesNotExist();
    }

    @Test
    void git_in_the_copy_says_what_it_says_outside() throws Exception {
        Run run = belay("git status --porcelain; git rev-list --count HEAD");

        assertThat(run.output).isEqualTo(shell("git status --porcelain") + "1\n");
    }

    @Test
    void the_code_is_the_commands_and_its_outputs_come_back() throws Exception {
        Run run =
                belay(
                        List.of("--output", "out/report,never"),
                        "mkdir -p out .crabbox/runs; echo r >out/report; echo l >.crabbox/runs/log;"
                                + " exit 7");

        assertThat(run.code).isEqualTo(7);
        Path artifacts = checkout.resolve(".crabbox/wrapper-artifacts");
        Path outputs;
        try (Stream<Path> listed = Files.list(artifacts)) {
            outputs = listed.toList().getFirst();
        }
        assertThat(outputs.resolve("captures/out/report")).hasContent("r\n");
        assertThat(outputs.resolve("runs/log")).hasContent("l\n");
        assertThat(run.complaints).contains("outputs are in").contains("no output never");
        assertThat(stagings()).isEmpty();
    }

    @Test
    void a_daemon_that_a_command_leaves_does_not_outlive_it() throws Exception {
        Run run =
                belay(
                        "(setsid env -i sh -c 'trap \"\" TERM; sleep 300; :' >/dev/null 2>&1"
                                + " </dev/null & echo $! >../../pid); cat ../../pid");

        long pid = Long.parseLong(run.output.strip());
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        assertThat(run.code).isZero();
        assertThat(stagings()).isEmpty();
    }

    @Test
    void outputs_that_lead_elsewhere_keep_the_copy() throws Exception {
        Run run = belay("mkdir -p .crabbox/runs; ln -s /etc .crabbox/runs/out");

        assertThat(run.code).isEqualTo(125);
        assertThat(run.complaints).contains("a symbolic link").contains("is kept");
        assertThat(stagings()).hasSize(1);
    }

    @Test
    void what_cannot_be_copied_is_refused_and_nothing_is_left() throws Exception {
        shell("mkfifo pipe");

        Run run = belay("echo never");

        assertThat(run.code).isEqualTo(125);
        assertThat(run.output).isEmpty();
        assertThat(run.complaints).contains("pipe").contains("BLY-0101");
        assertThat(stagings()).isEmpty();
    }

    @Test
    void a_base_that_is_no_commit_is_refused_and_not_taken_for_none() throws Exception {
        Run run = belay(List.of("--base", "nowhere"), "echo never");

        assertThat(run.code).isEqualTo(2);
        assertThat(run.output).isEmpty();
        assertThat(run.complaints).contains("nowhere").contains("no commit");
        assertThat(stagings()).isEmpty();
    }

    @Test
    void a_signal_goes_to_the_command_and_the_copy_goes_too() throws Exception {
        String script = "trap 'echo asked; exit 9' TERM; echo up; sleep 300 & wait";
        Process process = start(List.of(), script);
        try (BufferedReader reader = process.inputReader(UTF_8)) {
            assertThat(reader.readLine()).isEqualTo("up");

            // Not by the process, which would close what is read here.
            process.toHandle().destroy();

            assertThat(reader.readLine()).isEqualTo("asked");
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(9);
        assertThat(stagings()).isEmpty();
    }

    @Test
    void a_command_that_takes_too_long_is_asked_to_end() throws Exception {
        Run run = belay(List.of("--timeout", "200ms"), "exec sleep 300");

        assertThat(run.code).isEqualTo(143);
        assertThat(stagings()).isEmpty();
    }

    @Test
    void programs_that_ask_where_they_are_are_not_led_out_of_the_copy() throws Exception {
        Process process = startCommand(List.of(), List.of("printenv", "PWD"));
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(output).startsWith(home.resolve("staging") + "/openclaw-crabbox-sync-");
        assertThat(output).endsWith("/payload/source\n");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void what_is_ignored_outside_is_ignored_inside_and_a_filter_is_told_and_not_run()
            throws Exception {
        shell(
                "echo '*.log' >>.git/info/exclude; echo '*.txt filter=f' >.gitattributes;"
                        + " git config filter.f.clean 'touch /nonexistent/f; cat'");

        Run run = belay("touch x.log; git status --porcelain x.log; cat ../../staging.json");

        assertThat(run.output).contains("\"hold\":\"registration\"").startsWith("{");
        assertThat(run.complaints).contains("the filter f was not run: a.txt is in the copy");
        assertThat(run.code).isZero();
        assertThat(stagings()).isEmpty();
    }

    @Test
    void a_copy_names_its_witness_and_where_claims_on_it_would_be() throws Exception {
        Run run = belay("cat ../../staging.json");

        String commit = shell("git rev-parse HEAD").strip();
        assertThat(run.output)
                .contains("\"ref\":\"refs/heads/main\",\"commit\":\"" + commit + "\"")
                .contains("\"claims\":{\"version\":1,\"platform\":\"linux\"");
    }

    @Test
    void a_copy_is_made_settled_and_released_for_another_program() throws Exception {
        String[] lines = ran("create").output.split("\n", -1);
        Path copy = Path.of(lines[1]);
        assertThat(copy.resolve("a.txt")).hasContent("dirty\n");
        Files.createDirectories(copy.resolve(".crabbox/runs"));
        Files.writeString(copy.resolve(".crabbox/runs/o"), "o\n");
        Files.writeString(copy.resolve("report"), "r\n");

        Run early = ran("release", lines[0]);
        assertThat(early.code).isEqualTo(1);
        assertThat(early.complaints).contains("counts as in use", "belay staging settle");
        assertThat(ran("settle", lines[0]).code).isZero();
        Run run = ran("release", lines[0], "--output", "report");

        assertThat(run.code).as(run.complaints).isZero();
        assertThat(stagings()).isEmpty();
        assertThat(shell("cat .crabbox/wrapper-artifacts/*/*/*")).isEqualTo("r\no\n");
    }

    @Test
    void what_a_killed_run_left_is_released_when_nobody_works_in_it() throws Exception {
        Process killed =
                start(
                        List.of(),
                        "mkdir -p .crabbox/runs; echo o >.crabbox/runs/o;"
                                + " echo $$; exec sleep 300");
        ProcessHandle sleeping;
        try (BufferedReader reader = killed.inputReader(UTF_8)) {
            sleeping = ProcessHandle.of(Long.parseLong(reader.readLine())).orElseThrow();
            killed.toHandle().destroyForcibly();
            assertThat(killed.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        String id = stagings().getFirst().replace("openclaw-crabbox-sync-", "");

        assertThat(ran("settle", id).complaints).contains("in use: process " + sleeping.pid());
        sleeping.destroyForcibly();
        sleeping.onExit().get(60, TimeUnit.SECONDS);
        assertThat(ran("settle", id).code).isZero();
        assertThat(ran("release", id).code).isZero();

        assertThat(stagings()).isEmpty();
        assertThat(shell("cat .crabbox/wrapper-artifacts/*/runs/o")).isEqualTo("o\n");
    }

    @Test
    void a_run_that_succeeds_removes_what_may_be_proved_and_not_what_was_to_be_kept()
            throws Exception {
        shell("git add -A; git commit -qm all");
        assertThat(belay(List.of("--keep"), ":").complaints).contains("asked to be kept");
        assertThat(belay(":").complaints).isEmpty();
        assertThat(stagings()).hasSize(1);

        // As if its owner had been killed before it said so.
        Path receipt =
                home.resolve("staging").resolve(stagings().getFirst()).resolve("staging.json");
        Files.writeString(
                receipt, Files.readString(receipt).replace(",\"hold\":\"artifacts\"", ""));
        Run run = belay(":");

        assertThat(run.complaints).contains("of an earlier run is removed");
        assertThat(stagings()).isEmpty();
    }

    @Test
    void s13_copies_that_lie_in_the_checkout_are_used_without_a_receipt() throws Exception {
        variables.put("BELAY_STAGING_DIR", checkout.resolve("copies").toString());

        Run run = belay("ls; ls ../..; cat ../../../.belay/*.json");

        assertThat(run.output)
                .startsWith("a.txt\nuntracked\npayload\n{\"version\":1,")
                .contains("\"made\":\"", "\"repository\":\"" + checkout + "\"")
                .contains("\"recorded\":false");
        assertThat(run.code).isZero();
        assertThat(shell("ls copies; ls copies/.belay"))
                .isEqualTo("proving\nremoving\nreserve\ntmp\n");
    }

    @Test
    void outputs_do_not_go_to_another_repository_that_took_the_place() throws Exception {
        String script =
                "mkdir -p .crabbox/runs; echo o >.crabbox/runs/o; mv %s %s; mkdir %s"
                        .formatted(checkout, directory.resolve("moved"), checkout);

        Run run = belay(script);

        assertThat(run.code).isEqualTo(125);
        assertThat(run.complaints).contains("is another directory than before").contains("is kept");
        assertThat(checkout).isEmptyDirectory();
        assertThat(stagings()).hasSize(1);
    }

    private record Run(int code, String output, String complaints) {}

    private Run ran(String... words) throws Exception {
        Process process = startWords(List.of(words));
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Run(
                process.exitValue(), output, Files.readString(directory.resolve("complaints")));
    }

    private Run belay(String script) throws Exception {
        return belay(List.of(), script);
    }

    private Run belay(List<String> options, String script) throws Exception {
        Process process = start(options, script);
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Run(
                process.exitValue(), output, Files.readString(directory.resolve("complaints")));
    }

    private Process start(List<String> options, String script) throws IOException {
        return startCommand(options, List.of("sh", "-c", script));
    }

    private Process startCommand(List<String> options, List<String> command) throws IOException {
        List<String> words = new ArrayList<>(List.of("exec"));
        words.addAll(options);
        words.add("--");
        words.addAll(command);
        return startWords(words);
    }

    private Process startWords(List<String> arguments) throws IOException {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                absolute(System.getProperty("java.class.path")),
                                Belay.class.getName(),
                                "--root",
                                home.toString(),
                                "staging"));
        words.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(words)
                        .directory(checkout.toFile())
                        .redirectError(directory.resolve("complaints").toFile());
        builder.environment().putAll(variables);
        return builder.start();
    }

    private static String absolute(String classPath) {
        return Stream.of(classPath.split(":", -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .reduce((left, right) -> left + ":" + right)
                .orElseThrow();
    }

    /// The names of the copies that are there.
    private List<String> stagings() throws IOException {
        try (Stream<Path> listed = Files.list(home.resolve("staging"))) {
            return listed.map(it -> it.getFileName().toString())
                    .filter(name -> !name.equals(".belay") && !name.endsWith("-discovery"))
                    .toList();
        }
    }

    private String shell(String script) throws Exception {
        Process process =
                new ProcessBuilder("sh", "-ec", script)
                        .directory(checkout.toFile())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
