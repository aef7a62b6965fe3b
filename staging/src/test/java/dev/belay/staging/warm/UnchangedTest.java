package dev.belay.staging.warm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.staging.tree.Workers;
import dev.belay.system.Directory;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A copy counts as unchanged as long as a fresh one would be the same, and no longer.
class UnchangedTest {
    private static final String MAKING =
            """
            mkdir -p dir/sub other; echo '*.o' > .gitignore
            for i in 1 2; do echo $i > dir/$i.txt; echo $i > dir/sub/$i.txt; done
            echo x > other/x; echo '#!' > run; chmod +x run; ln -s dir/1.txt link
            git add -A; git commit -qm two; echo new > 'not tracked.txt'
            """;

    @TempDir private Path directory;
    private WarmTree tree;

    @BeforeEach
    void make() throws IOException {
        tree = new WarmTree(directory);
        tree.inTree(MAKING);
        settle();
    }

    /// Afterwards the index knows everything, and nothing of it is young.
    private void settle() throws IOException {
        tree.awaitTick();
        tree.refill();
        tree.awaitTick();
        tree.refill();
        assertThat(isUnchanged()).isTrue();
    }

    @AfterEach
    void close() {
        tree.close();
    }

    private boolean isUnchanged() throws IOException {
        WarmIndex index = WarmFormat.read(Files.readAllBytes(tree.index()));
        try (Workers workers = Workers.create();
                Directory top = LocalWorld.create().disk().open(tree.top, "");
                Directory copy = LocalWorld.create().disk().open(tree.copy(), "")) {
            return new Unchanged(top, copy, index.permissions()).holds(index.files(), workers);
        }
    }

    @Test
    void what_git_ignores_and_what_is_in_the_repository_of_the_copy_are_no_changes()
            throws IOException {
        tree.inTree("echo product > dir/made.o; mkdir -p away/empty");
        tree.inCopy("git tag t; rm .git/HEAD");

        assertThat(isUnchanged()).isTrue();
        tree.refill();
        tree.assertLike(tree.cold());
    }

    @Test
    void each_edit_of_the_working_tree_is_a_change() throws IOException {
        for (String edit :
                List.of(
                        "printf '8\n' > dir/sub/1.txt",
                        "touch -r run m; printf '8\n' > dir/1.txt; touch -r m dir/1.txt; rm m",
                        "chmod +x dir/1.txt",
                        "cp -a dir x; rm -r dir; mv x dir",
                        "rm link; ln -s dir/1.txt link",
                        "mv other x; ln -s x other",
                        "rm other; mv x other; rm dir/1.txt")) {
            tree.inTree(edit);

            assertThat(isUnchanged()).as(edit).isFalse();
            settle();
        }
        tree.assertLike(tree.cold());
    }

    @Test
    void whatever_is_done_to_the_copy_is_a_change() throws IOException {
        for (String deed :
                List.of(
                        "printf '8\n' > dir/sub/1.txt",
                        "touch -r run m; printf '8\n' > dir/1.txt; touch -r m dir/1.txt; rm m",
                        "chmod +x dir/1.txt",
                        "rm dir/1.txt",
                        "rm -r other",
                        "echo more > more.o",
                        "mkdir dir/empty",
                        "mkdir dir/.git",
                        "mkfifo dir/pipe",
                        "chmod 700 dir/sub",
                        "mv other ../other; ln -s ../other other",
                        "rm other/x; mkdir other/x")) {
            tree.inCopy(deed);

            assertThat(isUnchanged()).as(deed).isFalse();
            settle();
        }
        tree.assertLike(tree.cold());
    }

    @Test
    void a_pipe_that_comes_into_the_working_tree_is_a_change() throws IOException {
        tree.inTree("mkfifo dir/pipe");

        assertThat(isUnchanged()).isFalse();
    }

    /// Git lists the same, and so it has to be seen that a file is missing in the index.
    @Test
    void a_file_that_was_too_young_for_the_index_is_copied_again() throws IOException {
        tree.inTree("rm -f dir/2.txt; echo two > dir/2.txt");
        tree.refill();
        tree.inCopy("rm dir/2.txt");

        tree.refill();

        tree.assertLike(tree.cold());
    }

    @Test
    void what_is_deleted_and_what_comes_back_is_told() throws IOException {
        tree.inTree("mv dir/2.txt ../kept");
        tree.refill();
        tree.assertLike(tree.cold());
        tree.inTree("mv ../kept dir/2.txt");

        tree.refill();

        tree.assertLike(tree.cold());
        tree.inTree(
                "git rm -q --cached dir/2.txt; git commit -qm three; git reset -q --soft HEAD~1");
        tree.refill();
        tree.assertLike(tree.cold());
    }
}
