package dev.belay.staging.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.staging.recovery.ContentProof.Proved;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RescuedContentTest {
    private static final String REF = "refs/belay/rescued/" + RanCopy.ID;

    @TempDir Path directory;
    private RanCopy copy;

    @BeforeEach
    void make() throws IOException {
        copy = new RanCopy(directory);
    }

    @AfterEach
    void close() {
        copy.close();
    }

    private Proved rescue() throws IOException {
        return copy.prove(copy.rescue());
    }

    @Test
    void all_that_a_copy_holds_becomes_a_commit_whatever_became_of_the_working_tree()
            throws IOException {
        copy.inRepository("git checkout -q -f; rm 'new file.txt'");
        copy.ran("echo more > 'dir/\"a\\b\"'; echo x > x.o; echo z >> dir/b.txt");

        Proved proved = rescue();

        copy.again(proved);
        assertThat(copy.git("ls-tree", "-r", "-z", "--name-only", REF).split("\0", -1))
                .containsExactly(
                        ".gitignore",
                        "a.txt",
                        "dir/\"a\\b\"",
                        "dir/b.txt",
                        "link",
                        "new file.txt",
                        "run",
                        "");
        assertThat(copy.git("cat-file", "-p", REF + ":a.txt")).isEqualTo("dirty\n");
        assertThat(copy.git("cat-file", "-p", REF + ":dir/b.txt")).isEqualTo("b\nz\n");
        assertThat(copy.git("ls-tree", REF, "link", "run")).contains("120000", "100755");
        assertThat(copy.git("log", "--format=%s", REF))
                .isEqualTo("Rescue copy " + RanCopy.ID + "\none\n");
        assertThat(proved.grounds().getFirst()).contains(REF);
    }

    @Test
    void nothing_of_the_working_tree_or_its_index_is_touched() throws IOException {
        copy.inRepository(
                """
                echo '*.txt filter=x' > .git/info/attributes
                git config filter.x.clean 'tr a-z A-Z'
                """);
        String before = copy.git("status", "--porcelain");

        rescue();

        assertThat(copy.git("status", "--porcelain")).isEqualTo(before);
        assertThat(copy.git("cat-file", "-p", REF + ":a.txt")).isEqualTo("dirty\n");
    }

    @Test
    void a_rescue_that_was_cut_off_goes_on_with_its_commit() throws IOException {
        rescue();
        String first = copy.git("rev-parse", REF);

        copy.again(rescue());

        assertThat(copy.git("rev-parse", REF)).isEqualTo(first);
    }

    @Test
    void a_ref_of_that_name_that_holds_something_else_is_left_alone() throws IOException {
        copy.inRepository("git update-ref " + REF + " main");

        assertThat(copy.refusal(copy.rescue()).found()).contains("other content of a.txt");
        assertThat(copy.git("rev-parse", REF)).isEqualTo(copy.git("rev-parse", "main"));
    }

    @Test
    void what_no_commit_can_hold_keeps_the_copy() throws IOException {
        copy.ran("mkfifo pipe");

        assertThat(copy.refusal(copy.rescue()).where()).isEqualTo("payload/source/pipe");
        assertThat(copy.git("for-each-ref", "refs/belay")).isEmpty();
    }
}
