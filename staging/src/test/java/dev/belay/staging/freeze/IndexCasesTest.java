package dev.belay.staging.freeze;

import static dev.belay.staging.freeze.WorkingTree.blob;
import static dev.belay.staging.freeze.WorkingTree.file;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.Repositories;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.FrozenSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where what Git remembers and what lies on disk differ.
class IndexCasesTest {
    @TempDir Path directory;
    private WorkingTree tree;

    @BeforeEach
    void make() throws IOException {
        tree = new WorkingTree(directory);
    }

    private void assertContent(FrozenSource source, String path, String content) {
        assertThat(file(source, path))
                .hasValueSatisfying(it -> assertThat(it.blob()).isEqualTo(blob(content)));
    }

    @Test
    void what_is_dirty_new_or_deleted_is_as_it_lies_on_disk() throws IOException {
        tree.write("gone/one", "1");
        tree.write("removed", "2");
        Repositories.commitAll(tree.top);
        tree.shell("rm -r gone; git rm -q removed");
        tree.write("a.txt", "dirty\n");
        tree.write("new", "n");

        FrozenSource source = tree.freeze();

        assertThat(source.deleted()).containsExactly("gone/one", "removed");
        assertThat(source.files()).hasSize(2);
        assertContent(source, "a.txt", "dirty\n");
        assertContent(source, "new", "n");
        assertThat(tree.copy().resolve("gone")).doesNotExist();
    }

    @Test
    void a_repository_without_a_commit_is_copied_too() throws IOException {
        tree.shell("rm -rf .git; git init -q");

        FrozenSource source = tree.freeze();

        assertContent(source, "a.txt", "a\n");
        assertThat(source.deleted()).isEmpty();
    }

    @Test
    void f05_an_intended_file_has_its_content_and_not_none() throws IOException {
        tree.write("new.txt", "body\n");
        tree.shell("git add -N new.txt");

        assertContent(tree.freeze(), "new.txt", "body\n");
    }

    @Test
    void f06_an_edit_that_git_was_told_not_to_see_is_seen() throws IOException {
        tree.shell("git update-index --assume-unchanged a.txt");
        tree.write("a.txt", "edited\n");

        assertContent(tree.freeze(), "a.txt", "edited\n");
    }

    @Test
    void f07_what_a_sparse_checkout_leaves_out_comes_from_the_index() throws IOException {
        tree.write("k/x", "1\n");
        tree.write("o/deep/y", "2\n");
        tree.write("o/empty", "");
        tree.shell("ln -s deep/y o/link; printf '#!/bin/sh\\n' > o/run; chmod +x o/run");
        Repositories.commitAll(tree.top);
        tree.shell("git sparse-checkout set k 2>/dev/null; test ! -e o");

        FrozenTree frozen = tree.freeze(tree.top, Repositories.environment(), Watch.none());

        assertThat(frozen.fromIndex()).isEqualTo(4);
        assertThat(frozen.source().deleted()).isEmpty();
        assertContent(frozen.source(), "o/deep/y", "2\n");
        assertContent(frozen.source(), "o/empty", "");
        assertThat(file(frozen.source(), "o/link"))
                .hasValueSatisfying(it -> assertThat(it.mode()).isEqualTo(FileMode.LINK));
        assertThat(file(frozen.source(), "o/run"))
                .hasValueSatisfying(it -> assertThat(it.mode()).isEqualTo(FileMode.EXECUTABLE));
        assertThat(tree.top.resolve("o")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm -r k; mkdir -p k/x; echo q > k/x/q",
                "rm -r k; echo q > k",
                "rm -r k; mkdir other; echo q > other/x; ln -s other k"
            })
    void f07_what_is_skipped_is_gone_where_something_else_has_its_place(String script)
            throws IOException {
        tree.write("k/x", "1\n");
        Repositories.commitAll(tree.top);
        tree.shell("git update-index --skip-worktree k/x; " + script);

        FrozenTree frozen = tree.freeze(tree.top, Repositories.environment(), Watch.none());

        assertThat(frozen.fromIndex()).isZero();
        assertThat(frozen.source().deleted()).containsExactly("k/x");
        assertThat(file(frozen.source(), "k/x")).isEmpty();
    }

    @Test
    void f09_a_conflict_is_refused_by_name() {
        tree.shell(
                "git switch -qc b; echo b >a.txt; git commit -qam b;"
                        + " git switch -q main; echo c >a.txt; git commit -qam c");
        Repositories.attempt(tree.top, "git merge b");

        Refusal refusal = tree.refusal();

        assertThat(refusal.where()).isEqualTo("a.txt");
        assertThat(refusal).hasMessageContaining("conflict");
        assertThat(tree.copy()).isEmptyDirectory();
    }

    @Test
    void f10_where_modes_on_disk_mean_nothing_the_index_has_them() throws IOException {
        tree.write("run", "#!/bin/sh\n");
        tree.shell("chmod +x run a.txt; git add run; git commit -qm x; chmod -x run");

        assertThat(file(tree.freeze(), "run").orElseThrow().mode()).isEqualTo(FileMode.REGULAR);
        tree.shell("git config core.fileMode false");
        FrozenSource source = tree.freeze();

        assertThat(file(source, "run").orElseThrow().mode()).isEqualTo(FileMode.EXECUTABLE);
        assertThat(file(source, "a.txt").orElseThrow().mode()).isEqualTo(FileMode.REGULAR);
        assertThat(Files.isExecutable(tree.top.resolve("run"))).isFalse();
    }

    @Test
    void f11_a_submodule_is_refused_by_name() throws IOException {
        Path library = Repositories.create(directory.toRealPath().resolve("lib"));
        tree.shell(
                "git -c protocol.file.allow=always submodule --quiet add "
                        + library
                        + " sub;"
                        + " git commit -qm s; git config -f .gitmodules submodule.sub.ignore all;"
                        + " echo dirty >>sub/a.txt");

        Refusal refusal = tree.refusal();

        assertThat(refusal.where()).isEqualTo("sub");
        assertThat(refusal).hasMessageContaining("submodule");
    }

    @Test
    void f12_another_repository_inside_is_refused_and_never_yesterdays_copy() throws IOException {
        assertContent(tree.freeze(), "a.txt", "a\n");
        tree.write("a.txt", "v2\n");
        tree.shell("git init -q 'old templates'");

        assertThat(tree.refusal().where()).isEqualTo("old templates/");
        tree.write(".gitignore", "old templates\n");

        assertContent(tree.freeze(), "a.txt", "v2\n");
    }

    @Test
    void f14_line_ends_are_copied_as_they_lie_on_disk() throws IOException {
        tree.write("w.txt", "l1\nl2\n");
        Repositories.commitAll(tree.top);
        tree.shell("git config core.autocrlf true; rm w.txt; git checkout -q w.txt");

        assertContent(tree.freeze(), "w.txt", "l1\r\nl2\r\n");
    }

    @Test
    void f17_what_a_filter_would_change_is_copied_raw_and_no_filter_runs() throws IOException {
        tree.write(".gitattributes", "*.png filter=lfs diff=lfs merge=lfs -text\n");
        tree.shell(
                "git config filter.lfs.clean \"touch $PWD/../ran; printf pointer\"; git config"
                        + " filter.lfs.smudge false; git config filter.lfs.required true");
        tree.write("i.png", "real bytes\n");
        Repositories.commitAll(tree.top);
        tree.write("j.png", "version x\npointer\n");
        tree.shell("rm -f ../ran");

        FrozenSource source = tree.freeze();

        assertContent(source, "i.png", "real bytes\n");
        assertContent(source, "j.png", "version x\npointer\n");
        assertThat(tree.top.resolveSibling("ran")).doesNotExist();
    }

    @Test
    void f15_no_monitor_of_the_repository_runs() throws IOException {
        tree.shell("git config core.fsmonitor \"touch $PWD/../ran; false\"");

        assertContent(tree.freeze(), "a.txt", "a\n");
        assertThat(tree.top.resolveSibling("ran")).doesNotExist();
    }

    @Test
    void a_damaged_object_of_a_sparse_checkout_is_refused() {
        tree.write("k/x", "1\n");
        tree.write("o/y", "2\n");
        Repositories.commitAll(tree.top);
        tree.shell(
                "git sparse-checkout set k 2>/dev/null; o=$(git rev-parse HEAD:o/y);"
                        + " p=.git/objects/$(echo $o | sed 's|^..|&/|'); rm -f $p");

        assertThat(tree.refusal().code()).isEqualTo(ErrorCode.GIT_FAILED);
    }
}
