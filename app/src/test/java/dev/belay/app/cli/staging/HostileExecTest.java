package dev.belay.app.cli.staging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.app.cli.hostile.SmallDisk;
import dev.belay.app.cli.staging.RealCheckout.Ran;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Sealed copies on disks that fill up or are read-only, of trees with hostile names, of
/// repositories that are replaced, and under the brake.
@Timeout(240)
@EnabledOnOs(OS.LINUX)
class HostileExecTest {
    private static final long POLL_NANOSECONDS = 1_000_000;

    @TempDir Path directory;
    private RealCheckout checkout;

    @BeforeEach
    void make() throws Exception {
        checkout = RealCheckout.in(directory);
    }

    private Path kept(String script) throws Exception {
        Ran run = checkout.exec(script, "--keep", "--no-git");
        assertThat(run.code()).as(run.complaints()).isZero();
        return checkout.copies().getFirst();
    }

    @Test
    void two_runs_on_a_disk_that_holds_one_copy_leave_nothing_and_the_next_one_succeeds()
            throws Exception {
        try (SmallDisk disk = SmallDisk.at(checkout.home, "size=6m")) {
            assumeTrue(disk.isThere(), "this user may not mount a file system");
            checkout.variables.put("BELAY_STAGING_KEPTFREEBYTES", "1");
            checkout.shell("head -c 4000000 /dev/urandom >large");
            String[] words = {"staging", "exec", "--no-git", "--", "sh", "-c", "cat large | wc -c"};

            List<Process> runs = new ArrayList<>();
            runs.add(checkout.start(words));
            runs.add(checkout.start(words));
            List<Integer> codes = new ArrayList<>();
            for (Process run : runs) {
                codes.add(checkout.end(run).code());
            }

            assertThat(codes).isSubsetOf(0, 125);
            assertThat(checkout.copies()).isEmpty();
            Ran alone = checkout.belay(words);
            assertThat(alone.code()).as(alone.complaints()).isZero();
            assertThat(alone.output().strip()).isEqualTo("4000000");
            disk.fill();
            Ran full = checkout.belay(words);
            assertThat(full.code()).isEqualTo(125);
            assertThat(full.complaints()).contains("belay:").doesNotContain("" + checkout.home);
            assertThat(checkout.copies()).isEmpty();
        }
    }

    @Test
    void s08_copies_that_fill_the_disk_are_removed_by_hand() throws Exception {
        try (SmallDisk disk = SmallDisk.at(checkout.home, "size=16m")) {
            assumeTrue(disk.isThere(), "this user may not mount a file system");
            checkout.variables.put("BELAY_STAGING_KEPTFREEBYTES", "1");
            for (String[] words :
                    List.of(
                            new String[] {"discard", "--yes"},
                            new String[] {"recover"},
                            new String[] {"release"})) {
                Path copy = kept("true");
                disk.fill();
                List<String> all = new ArrayList<>(List.of("staging", words[0]));
                all.add(RealCheckout.id(copy));
                all.addAll(List.of(words).subList(1, words.length));

                Ran run = checkout.belay(all.toArray(String[]::new));

                assertThat(run.code()).as(run.complaints()).isZero();
                assertThat(copy).doesNotExist();
                Files.delete(checkout.home.resolve("filling"));
            }
        }
    }

    @Test
    void s08_a_run_whose_command_fills_the_disk_ends_as_any_other() throws Exception {
        try (SmallDisk disk = SmallDisk.at(checkout.home, "size=16m")) {
            assumeTrue(disk.isThere(), "this user may not mount a file system");
            checkout.variables.put("BELAY_STAGING_KEPTFREEBYTES", "1");

            Ran run = checkout.exec("head -c 100000000 /dev/zero >zeros; test -s zeros");

            assertThat(run.code()).as(run.complaints()).isZero();
            assertThat(checkout.copies()).isEmpty();
        }
    }

    @Test
    void what_is_to_be_kept_free_is_said_by_a_variable_too() throws Exception {
        checkout.variables.put("BELAY_STAGING_KEPTFREEBYTES", "" + (1L << 40));

        Ran run = checkout.exec("true");

        assertThat(run.code()).isEqualTo(125);
        assertThat(run.complaints()).contains("free");
        assertThat(checkout.copies()).isEmpty();
    }

    @Test
    void where_nothing_can_be_written_no_command_runs_and_looking_works() throws Exception {
        try (SmallDisk disk = SmallDisk.at(checkout.home, "size=16m")) {
            assumeTrue(disk.isThere(), "this user may not mount a file system");
            checkout.variables.put("BELAY_STAGING_KEPTFREEBYTES", "1");
            Path copy = kept("true");
            disk.makeReadOnly();

            Ran run = checkout.exec("touch %s".formatted(directory.resolve("ran")));

            assertThat(run.code()).isEqualTo(125);
            assertThat(run.complaints()).contains("belay:").doesNotContain("" + checkout.home);
            assertThat(directory.resolve("ran")).doesNotExist();
            assertThat(checkout.belay("staging", "inspect").output())
                    .contains(RealCheckout.id(copy));
            assertThat(checkout.belay("staging", "recover", RealCheckout.id(copy)).code())
                    .isNotZero();
            assertThat(copy.resolve("payload/source/a.txt")).hasContent("a\n");
        }
    }

    @Test
    void hostile_names_are_copied_proved_and_rescued() throws Exception {
        checkout.shell(
                """
                mkdir -p -- -d "$(printf 'n\\nl')" 'sp ace/:(glob)'
                for name in '-rf' '--output=x' 'a"b' "a'b" 'back\\slash' '$(touch pwned)' '%s %n' \\
                    ':(top)x' '*' '?' '~' '#x' 'CON' "$(printf 't\\tb')" "$(printf 'n\\nl')/x" \\
                    "$(printf '\\033[31m')" 'sp ace/:(glob)/y' "$(printf 'e\\314\\201')" \\
                    "$(printf '\\303\\251')" '-d/z' '.gitx' '...' ' '; do
                    printf '%s' "$name" >"./$name"
                done
                """);
        String before = checkout.shell("find . -path ./.git -prune -o -type f -print0 | sort -z");
        Path copy = kept("find . -type f -print0 | sort -z; printf x >'-rf'");
        assertThat(copy.resolve("payload/source/$(touch pwned)")).exists();

        Ran refused = checkout.belay("staging", "recover", RealCheckout.id(copy));
        assertThat(refused.complaints()).contains("payload/source/-rf", "BLY-0091");
        Ran run = checkout.belay("staging", "rescue", RealCheckout.id(copy));

        assertThat(run.code()).as(run.complaints()).isZero();
        String ref = "refs/belay/rescued/" + RealCheckout.id(copy);
        assertThat(checkout.shell("git ls-tree -r -z --name-only %s | sort -z".formatted(ref)))
                .isEqualTo(before.replace("./", ""));
        assertThat(checkout.shell("git show '%s:-rf'".formatted(ref))).isEqualTo("x");
        assertThat(copy).doesNotExist();
    }

    @Test
    void a_repository_that_took_the_place_of_the_one_that_was_copied_proves_nothing()
            throws Exception {
        Path copy = kept("true");
        checkout.shell(
                """
                mv ../r ../old; mkdir ../r; cd ../r; cp ../old/a.txt .; git init -q -b main
                git config user.name t; git config user.email t@example.invalid
                git add -A; git commit -qm other
                """);

        for (String command : List.of("recover", "rescue")) {
            Ran run = checkout.belay("staging", command, RealCheckout.id(copy));

            assertThat(run.code()).as(run.output()).isEqualTo(1);
            assertThat(run.complaints()).contains("BLY-00");
        }
        assertThat(copy.resolve("payload/source/a.txt")).hasContent("a\n");
        assertThat(checkout.shell("cd ../r; git for-each-ref refs/belay")).isEmpty();
    }

    @Test
    void under_the_brake_no_copy_is_removed_but_a_runs_own() throws Exception {
        Path copy = kept("true");
        String id = RealCheckout.id(copy);
        checkout.belay("stop", "--all", "--reason", "look first");

        for (String command : List.of("recover", "rescue", "release")) {
            Ran run = checkout.belay("staging", command, id);
            assertThat(run.code()).as(command + run.complaints()).isEqualTo(3);
        }
        assertThat(checkout.belay("staging", "discard", id, "--yes").code()).isEqualTo(3);
        assertThat(checkout.belay("staging", "unlock", id, "--yes").code()).isEqualTo(3);

        assertThat(checkout.exec("true").code()).isZero();
        assertThat(checkout.copies()).containsExactly(copy);
        assertThat(checkout.belay("audit").output()).doesNotContain("staging.");
    }

    @Test
    void a_rescue_that_is_killed_at_any_point_loses_nothing() throws Exception {
        Path copy = kept("echo three hours >results; head -c 3000000 /dev/urandom >large");
        String id = RealCheckout.id(copy);
        String ref = "refs/belay/rescued/" + id;
        Path proving = checkout.home.resolve("staging/.belay/proving").resolve(id);
        Path log = checkout.home.resolve("audit.jsonl");
        List<Sign> signs =
                List.of(
                        () -> Files.exists(copy.resolve("recovery.lock/owner.json")),
                        () -> Files.exists(checkout.top.resolve(".git/" + ref)),
                        () -> Files.exists(proving),
                        () -> Files.exists(log) && Files.readString(log).contains(id));
        for (Sign sign : signs) {
            cut(sign, "KILL", "rescue", id);

            boolean isWhole =
                    Files.exists(copy.resolve("payload/source/results"))
                            || Files.exists(proving.resolve("payload/source/results"));
            if (!isWhole) {
                assertThat(checkout.shell("git show %s:results".formatted(ref)))
                        .isEqualTo("three hours\n");
            }
        }

        checkout.belay("staging", "rescue", id);
        checkout.exec("true"); // It ends what a killed process was removing.

        assertThat(checkout.shell("git show %s:results".formatted(ref))).isEqualTo("three hours\n");
        assertThat(checkout.copies()).isEmpty();
        assertThat(checkout.home.resolve("staging/.belay/removing")).isEmptyDirectory();
        assertThat(checkout.belay("audit", "verify").code()).isZero();
    }

    /// That a command has come so far.
    private interface Sign {
        boolean isThere() throws IOException;
    }

    /// Sends a signal to a command that has come so far.
    private void cut(Sign sign, String signal, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("staging"));
        command.addAll(List.of(words));
        Process process = checkout.start(command.toArray(String[]::new));
        while (process.isAlive() && !sign.isThere()) {
            LockSupport.parkNanos(POLL_NANOSECONDS);
        }
        checkout.shell("kill -%s %d || true".formatted(signal, process.pid()));
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void h09_a_recovery_that_is_interrupted_leaves_all_or_nothing_and_the_next_one_ends_it()
            throws Exception {
        checkout.shell("for i in $(seq 500); do echo $i >f$i; done; git add -A; git commit -qm n");
        Path copy = kept("true");
        String id = RealCheckout.id(copy);
        Path proving = checkout.home.resolve("staging/.belay/proving").resolve(id);
        List<Sign> signs =
                List.of(
                        () -> Files.exists(copy.resolve("recovery.lock")),
                        () -> Files.exists(proving));
        for (Sign sign : signs) {
            cut(sign, "INT", "recover", id);

            boolean isInPlace = Files.exists(copy);
            Path where = isInPlace ? copy : proving;
            assertThat(Files.exists(where.resolve("staging.json")))
                    .isEqualTo(Files.exists(where.resolve("payload/source/f500")));
            assertThat(checkout.belay("staging", "inspect").code()).isZero();
        }

        checkout.belay("staging", "recover", id);
        checkout.exec("true");

        assertThat(checkout.copies()).isEmpty();
        assertThat(proving).doesNotExist();
    }

    @Test
    void a_child_that_hides_from_its_parent_is_ended_before_the_copy_goes() throws Exception {
        Process run =
                checkout.start(
                        "staging",
                        "exec",
                        "--",
                        "sh",
                        "-c",
                        "(setsid sh -c 'trap \"\" TERM HUP; cd /; echo $$; exec sleep 311"
                                + " >/dev/null 2>&1' &) ; sleep 0; exit 3");
        try (BufferedReader reader = run.inputReader(UTF_8)) {
            long pid = Long.parseLong(reader.readLine());
            assertThat(run.waitFor(120, TimeUnit.SECONDS)).isTrue();

            assertThat(run.exitValue()).isEqualTo(3);
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        }
        assertThat(checkout.copies()).isEmpty();
    }
}
