package dev.belay.app.cli.staging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.staging.RealCheckout.Ran;
import java.io.BufferedReader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The real program in copies that are kept warm.
@Timeout(180)
@EnabledOnOs(OS.LINUX)
class MirrorProcessTest {
    private static final String MIRROR = "--mirror";
    private static final Pattern KEY = Pattern.compile("\"key\":\"([0-9a-f]{64})\"");

    @TempDir Path directory;
    private RealCheckout checkout;

    @BeforeEach
    void make() throws Exception {
        checkout = RealCheckout.in(directory);
        Files.writeString(checkout.top.resolve(".gitignore"), ".crabbox\n");
    }

    private Ran mirrored(String script) throws Exception {
        return checkout.exec(script, MIRROR, "--json");
    }

    private static void assertWarm(Ran ran) {
        assertThat(ran.code()).as(ran.complaints()).isZero();
        assertThat(ran.output()).contains("\"mirror\":{\"warm\":true,\"givenUp\":\"\"}");
    }

    private static void assertCold(Ran ran) {
        assertThat(ran.code()).as(ran.complaints()).isZero();
        assertThat(ran.output()).contains("\"mirror\":{\"warm\":false,\"givenUp\":\"\"}");
    }

    @Test
    void s25_the_next_run_finds_a_warm_copy_of_now_and_nothing_of_the_last_one() throws Exception {
        Ran first =
                mirrored(
                        "mkdir -p .crabbox/runs .crabbox/notes; echo l >.crabbox/runs/log;"
                                + " echo n >.crabbox/notes/n; echo made >made; echo other >a.txt");
        assertCold(first);
        List<Path> copies = checkout.copies();
        assertThat(copies).hasSize(1);
        checkout.shell("echo dirty >a.txt; echo new >b.txt");

        Ran second =
                mirrored("cat a.txt b.txt; find . -path ./.git -prune -o -type f -print | sort");

        assertWarm(second);
        assertThat(second.output()).startsWith("dirty\nnew\n./.gitignore\n./a.txt\n./b.txt\n{");
        assertThat(checkout.copies()).isEqualTo(copies);
        assertThat(checkout.shell("cat .crabbox/wrapper-artifacts/run-*/runs/log"))
                .isEqualTo("l\n");
    }

    @Test
    void s23_a_mirror_that_is_in_use_is_said_and_a_copy_of_its_own_is_used() throws Exception {
        Process process =
                checkout.start(
                        "staging",
                        "exec",
                        MIRROR,
                        "--",
                        "sh",
                        "-c",
                        "echo up; read line; cat a.txt");
        try (BufferedReader reader = process.inputReader();
                Writer writer = process.outputWriter()) {
            assertThat(reader.readLine()).isEqualTo("up");

            Ran second = mirrored("cat a.txt");

            assertThat(second.code()).isZero();
            assertThat(second.complaints()).contains("no mirror is used: another run is using it");
            assertThat(second.output()).startsWith("a\n").doesNotContain("\"mirror\"");
            assertThat(checkout.copies()).hasSize(1);
            Ran kept = checkout.belay("staging", "mirrors", "--evict", key());
            assertThat(kept.code()).isEqualTo(1);
            assertThat(kept.complaints()).contains("a run is using it");
            writer.write("go on\n");
            writer.flush();
            assertThat(reader.readLine()).isEqualTo("a");
        }
        assertThat(process.waitFor()).isZero();
        assertWarm(mirrored("true"));
    }

    private String key() throws Exception {
        Ran listed = checkout.belay("staging", "mirrors", "--json");
        return KEY.matcher(listed.output()).results().findFirst().orElseThrow().group(1);
    }

    @Test
    void s03_a_run_that_is_killed_does_not_switch_the_mirror_off() throws Exception {
        assertCold(mirrored("true"));
        Process process =
                checkout.start("staging", "exec", MIRROR, "--", "sh", "-c", "echo up; read line");
        try (BufferedReader reader = process.inputReader()) {
            assertThat(reader.readLine()).isEqualTo("up");
            process.destroyForcibly().waitFor();
        }
        List<Path> killed = checkout.copies();
        assertThat(checkout.belay("staging", "mirrors").output()).contains("  left  ");

        Ran next = mirrored("true");

        assertCold(next);
        assertThat(next.complaints())
                .contains("stays")
                .contains(RealCheckout.id(killed.getFirst()));
        assertWarm(mirrored("true"));
        assertThat(checkout.copies()).hasSize(2).containsAll(killed);
    }

    @Test
    void s19_a_run_that_keeps_its_copy_says_that_the_next_one_is_not_warm() throws Exception {
        Ran kept = checkout.exec("true", MIRROR, "--keep");

        assertThat(kept.complaints())
                .contains("the next run finds no warm mirror: it was asked to be kept");
        assertCold(mirrored("true"));
    }

    @Test
    void what_cannot_be_copied_is_refused_as_ever_and_the_mirror_stays_warm() throws Exception {
        assertCold(mirrored("true"));
        List<Path> copies = checkout.copies();
        checkout.shell("echo dirty >a.txt; echo b >b.txt; mkfifo pipe");
        assertThat(mirrored("true").code()).isEqualTo(125);
        assertThat(checkout.copies()).isEqualTo(copies);
        assertThat(checkout.belay("staging", "mirrors").output())
                .contains("  put back  ", "the last run could not copy its source");
        checkout.shell("rm pipe");

        Ran next = mirrored("cat a.txt b.txt; find . -path ./.git -prune -o -type f -print | sort");

        assertWarm(next);
        assertThat(next.output()).startsWith("dirty\nb\n./.gitignore\n./a.txt\n./b.txt\n{");
        assertThat(checkout.copies()).isEqualTo(copies);
    }

    @Test
    void what_cannot_be_copied_leaves_nothing_where_there_was_no_mirror() throws Exception {
        checkout.shell("mkfifo pipe");

        assertThat(mirrored("true").code()).isEqualTo(125);

        assertThat(checkout.copies()).isEmpty();
    }

    @Test
    void s29_limits_hold_after_each_run_also_one_that_failed() throws Exception {
        assertCold(mirrored("true"));
        checkout.variables.put("BELAY_STAGING_MIRRORS_MAXBYTES", "1000");

        Ran failed = mirrored("exit 3");

        assertThat(failed.code()).isEqualTo(3);
        assertThat(failed.complaints()).contains("mirrors take more space than they may");
        assertThat(checkout.copies()).isEmpty();
    }

    @Test
    void mirrors_are_listed_and_removed_on_a_persons_word() throws Exception {
        assertCold(mirrored("true"));
        Ran listed = checkout.belay("staging", "mirrors");
        assertThat(listed.output()).contains("  idle  ", checkout.top.toString(), "of belay");
        String id = RealCheckout.id(checkout.copies().getFirst());
        Ran refused = checkout.belay("staging", "release", id);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.complaints()).contains("kept warm").contains("mirrors --evict");

        Ran gone = checkout.belay("staging", "recover", id);

        assertThat(gone.code()).as(gone.complaints()).isZero();
        assertThat(gone.output()).contains("has handed it over");
        assertThat(checkout.copies()).isEmpty();
        assertThat(checkout.belay("staging", "mirrors").output())
                .isEqualTo("There are no mirrors.\n");
        assertCold(mirrored("true"));
        Ran evicted = checkout.belay("staging", "mirrors", "--evict-idle");
        assertThat(evicted.output()).contains(": removed");
        assertThat(checkout.copies()).isEmpty();
    }
}
