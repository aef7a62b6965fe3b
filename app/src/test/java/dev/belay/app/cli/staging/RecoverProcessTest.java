package dev.belay.app.cli.staging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.Belay;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The real program, on copies that real runs have left.
@Timeout(180)
@EnabledOnOs(OS.LINUX)
class RecoverProcessTest {
    /// Claims whatever copy was made last.
    private static final String CLAIMING =
            """
            #!/bin/sh
            cd "$XDG_STATE_HOME/../home/staging" || exit 9
            root=$PWD/$(ls -td openclaw-crabbox-sync-* | head -1)
            cat <<END
            {"version":1,"source":"local-claims","claims":[{"leaseId":"cbx_0123456789ab",
            "slug":"","provider":"","repoRoot":"$root","pond":"","targetOS":"","windowsMode":"",
            "claimedAt":"","lastUsedAt":"","idleTimeoutSeconds":0}],"problems":[]}
            END
            """;

    @TempDir Path directory;
    private Path checkout = Path.of("");
    private Path home = Path.of("");

    @BeforeEach
    void make() throws Exception {
        Path real = directory.toRealPath();
        checkout = Files.createDirectory(real.resolve("r"));
        home = real.resolve("home");
        Process shell =
                new ProcessBuilder(
                                "sh",
                                "-ec",
                                "git init -q -b main; git config user.name t;"
                                        + " git config user.email t@example.invalid; echo a >a.txt;"
                                        + " git add -A; git commit -qm base")
                        .directory(checkout.toFile())
                        .start();
        assertThat(shell.waitFor()).isZero();
    }

    private record Run(int code, String output, String complaints) {}

    private Run belay(String... words) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath(),
                                Belay.class.getName(),
                                "--root",
                                home.toString()));
        command.addAll(List.of(words));
        Path complaints = directory.resolve("complaints");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(checkout.toFile())
                        .redirectError(complaints.toFile());
        builder.environment().put("XDG_STATE_HOME", directory.resolve("state").toString());
        Process process = builder.start();
        process.outputWriter().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), output, Files.readString(complaints));
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(":", -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .reduce((left, right) -> left + ":" + right)
                .orElseThrow();
    }

    /// The copy that a run was told to keep.
    private Path kept(String script) throws Exception {
        Run run = belay("staging", "exec", "--keep", "--no-git", "--", "sh", "-c", script);
        assertThat(run.code).as(run.complaints).isZero();
        try (Stream<Path> listed = Files.list(home.resolve("staging"))) {
            return listed.filter(path -> !path.getFileName().toString().equals(".belay"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String id(Path copy) {
        return copy.getFileName().toString().replace("openclaw-crabbox-sync-", "");
    }

    @Test
    void a_copy_whose_source_is_committed_goes_by_proof() throws Exception {
        Path copy = kept("mkdir -p .crabbox/runs; echo log >.crabbox/runs/log");
        Run rehearsal = belay("staging", "recover", id(copy), "--dry-run");
        assertThat(rehearsal.code).as(rehearsal.complaints).isZero();
        assertThat(rehearsal.output)
                .startsWith("It may be removed.")
                .contains("the working tree holds 1 of 1 files", "its outputs are in run-");
        assertThat(copy).exists();

        Process shell =
                new ProcessBuilder("sh", "-c", "echo; read x")
                        .directory(copy.resolve("payload/source").toFile())
                        .start();
        assertThat(shell.inputReader().readLine()).isEmpty();
        Run used = belay("staging", "recover", id(copy));
        assertThat(used.code).isEqualTo(1);
        assertThat(used.complaints).contains("process " + shell.pid(), "BLY-0091");
        assertThat(copy.resolve("payload/source/a.txt")).exists();
        shell.outputWriter().close();
        assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();

        Run run = belay("staging", "recover", id(copy), "--json");
        assertThat(run.code).as(run.complaints).isZero();
        assertThat(run.output).contains("\"recovered\":true");
        assertThat(copy).doesNotExist();
        assertThat(belay("audit").output).contains("staging.recover");
    }

    @Test
    void what_was_changed_in_a_copy_keeps_it_until_the_operator_says_otherwise() throws Exception {
        Path copy = kept("echo three hours >results");
        Run refused = belay("staging", "recover", id(copy));
        assertThat(refused.code).isEqualTo(1);
        assertThat(refused.complaints).contains("payload/source/results", "staging discard");

        Run asked = belay("staging", "discard", id(copy));
        assertThat(asked.code).isEqualTo(1);
        assertThat(asked.output).contains("files, ");
        assertThat(copy.resolve("payload/source/results")).exists();

        assertThat(belay("staging", "discard", copy.getFileName().toString(), "--yes").code)
                .isZero();
        assertThat(copy).doesNotExist();
        assertThat(belay("audit").output).contains("staging.discard");
    }

    @Test
    void work_that_is_in_a_copy_alone_becomes_a_commit_before_the_copy_goes() throws Exception {
        Path copy = kept("echo three hours >results");

        Run run = belay("staging", "rescue", id(copy));

        assertThat(run.code).as(run.complaints).isZero();
        String ref = "refs/belay/rescued/" + id(copy);
        assertThat(run.output).isEqualTo("Rescued to " + ref + ", and removed.\n");
        assertThat(copy).doesNotExist();
        Process shown =
                new ProcessBuilder("git", "show", ref + ":results")
                        .directory(checkout.toFile())
                        .start();
        assertThat(shown.inputReader().readLine()).isEqualTo("three hours");
    }

    @Test
    void a_copy_that_a_lease_refers_to_is_kept_and_held_and_one_of_a_broken_tool_only_kept()
            throws Exception {
        Path tool = Files.createFile(directory.resolve("tool"));
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        Files.writeString(tool, "#!/bin/sh\nexit 1\n");
        Run broken = belay("staging", "exec", "--lease-tool", tool.toString(), "--", "true");
        assertThat(broken.complaints).contains("nobody knows whether a lease refers to it");
        assertThat(belay("staging", "inspect").output).doesNotContain("a lease may refer to it");

        Files.writeString(tool, CLAIMING);
        Run claimed = belay("staging", "exec", "--lease-tool", tool.toString(), "--", "true");

        assertThat(claimed.complaints).contains("leases refer to it: cbx_0123456789ab");
        assertThat(belay("staging", "inspect").output).contains("a lease may refer to it");
    }

    @Test
    void what_is_no_copy_is_refused() throws Exception {
        assertThat(belay("staging", "recover", "x").code).isEqualTo(2);
        Run none = belay("staging", "discard", "0b54aa2e-1f9c-4c0e-8a65-0d5f7a1c9e11", "--yes");
        assertThat(none.code).isEqualTo(1);
        assertThat(none.complaints).contains("BLY-0092");
    }
}
