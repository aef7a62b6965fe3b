package dev.belay.staging.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.Refusal;
import dev.belay.staging.recovery.ContentProof.Proved;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceContentTest {
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

    private Proved prove() throws IOException {
        return copy.prove(copy.sourceProof(Products.IGNORED));
    }

    @Test
    void a_dirty_working_tree_holds_its_own_copy() throws IOException {
        Proved proved = prove();

        copy.again(proved);
        assertThat(proved.grounds()).containsExactly("the working tree holds 6 of 6 files");
    }

    @Test
    void products_that_the_repository_ignores_go() throws IOException {
        copy.ran("echo x > main.o; mkdir build; echo y > build/more.o");

        copy.again(prove());
    }

    @Test
    void a_product_that_is_not_ignored_keeps_the_copy_unless_it_was_said_to_go()
            throws IOException {
        copy.ran("mkdir build; echo x > build/result.txt");

        assertThat(copy.refusal(copy.sourceProof(Products.IGNORED)).where())
                .isEqualTo("payload/source/build/result.txt");
        copy.again(copy.prove(copy.sourceProof(Products.DISCARD)));
    }

    @Test
    void products_are_in_a_commit_before_the_copy_may_go_where_they_are_to_be_kept()
            throws IOException {
        String ref = "refs/belay/products/" + RanCopy.ID;
        copy.ran("mkdir build; echo x > build/result.txt; echo y > b.o; echo z >> dir/b.txt");

        Proved proved = copy.prove(copy.sourceProof(Products.KEEP));

        copy.again(proved);
        assertThat(copy.git("ls-tree", "-r", "--name-only", ref))
                .isEqualTo("build/result.txt\ndir/b.txt\n");
        assertThat(copy.git("cat-file", "-p", ref + ":dir/b.txt")).isEqualTo("b\nz\n");
        assertThat(copy.git("rev-list", "--count", ref)).isEqualTo("1\n");
        assertThat(proved.grounds())
                .anyMatch(ground -> ground.contains("2 files that its command"));
        copy.again(copy.prove(copy.sourceProof(Products.KEEP))); // As after a cut.
        copy.git("update-ref", "-d", ref);
        assertThatThrownBy(() -> copy.again(proved)).hasMessageContaining(ref);
    }

    @Test
    void products_that_changed_since_an_earlier_try_kept_them_keep_the_copy() throws IOException {
        copy.ran("echo x > result.txt");
        copy.prove(copy.sourceProof(Products.KEEP));
        copy.ran("echo y > result.txt");

        assertThat(copy.refusal(copy.sourceProof(Products.KEEP)).found())
                .startsWith("it does not hold the blob");
    }

    @Test
    void nothing_is_written_where_there_is_nothing_to_keep() throws IOException {
        copy.ran("echo y > b.o");

        copy.again(copy.prove(copy.sourceProof(Products.KEEP)));

        assertThat(copy.git("for-each-ref", "refs/belay")).isEmpty();
    }

    @Test
    void products_that_changed_since_an_earlier_try_are_refused_with_the_ref_to_remove()
            throws IOException {
        copy.ran("echo y > made");
        copy.prove(copy.sourceProof(Products.KEEP));
        copy.ran("echo z > made");

        Refusal refusal = copy.refusal(copy.sourceProof(Products.KEEP));

        assertThat(refusal.found()).contains("does not hold the blob");
        assertThat(refusal.help()).contains("git update-ref -d refs/belay/products/" + RanCopy.ID);
        copy.git("update-ref", "-d", "refs/belay/products/" + RanCopy.ID);
        copy.again(copy.prove(copy.sourceProof(Products.KEEP)));
    }

    @Test
    void a_sealed_file_that_the_command_changed_is_a_product() throws IOException {
        copy.ran("echo z >> dir/b.txt");

        assertThat(copy.refusal(copy.sourceProof(Products.IGNORED)).where())
                .isEqualTo("payload/source/dir/b.txt");
    }

    @Test
    void what_the_working_tree_has_lost_is_held_by_the_ref() throws IOException {
        copy.inRepository("rm dir/b.txt; rm run; git checkout -q run");

        Proved proved = prove();

        copy.again(proved);
        assertThat(proved.grounds())
                .contains("the working tree holds 5 of 6 files", "a Git ref holds the other 1");
    }

    @Test
    void work_that_is_in_the_copy_alone_keeps_it() throws IOException {
        copy.inRepository("git checkout -q a.txt");
        assertThat(copy.refusal(copy.sourceProof(Products.DISCARD)).found())
                .isEqualTo("it has other content of a.txt");
        copy.inRepository("echo dirty > a.txt; rm 'new file.txt'");

        assertThat(copy.refusal(copy.sourceProof(Products.DISCARD)).found())
                .isEqualTo("it does not hold new file.txt");
    }

    @Test
    void a_deleted_file_that_is_back_keeps_the_copy() throws IOException {
        copy.inRepository("git checkout -q old.txt");

        assertThat(copy.refusal(copy.sourceProof(Products.DISCARD)).found())
                .contains("it has old.txt, which the copied tree had not");
    }

    @Test
    void another_directory_in_the_place_of_the_repository_holds_nothing() throws IOException {
        copy.inRepository("cd ..; cp -a r other; rm -rf r; mv other r");

        assertThat(copy.refusal(copy.sourceProof(Products.DISCARD)).found())
                .contains("other content of a.txt");
    }

    @Test
    void a_link_in_the_working_tree_is_not_followed() throws IOException {
        copy.inRepository(
                "mv dir ../elsewhere; ln -s ../elsewhere dir; git rm -q --cached dir/b.txt");
        copy.inRepository("git commit -qm gone --allow-empty; git reset -q --soft HEAD");

        assertThat(prove().grounds()).contains("the working tree holds 5 of 6 files");
    }

    @Test
    void whatever_changes_between_proof_and_removal_is_noticed() throws IOException {
        Proved proved = prove();
        copy.inRepository("sleep 0; echo dirty > a.txt");
        assertThatCode(proved::revalidate).hasMessageContaining("a.txt: has changed");
        Proved next = prove();
        copy.ran("echo late > late.o");

        assertThatCode(() -> copy.again(next)).hasMessageContaining("late.o: changes while");
    }

    @Test
    void what_git_itself_touches_in_the_copy_is_no_product_but_a_commit_is() throws IOException {
        copy.ran("git init -q .; rm -rf .git/hooks");

        assertThat(copy.refusal(copy.sourceProof(Products.IGNORED)).where())
                .startsWith("payload/source/.git/");
    }
}
