package dev.belay.staging.freeze;

import static dev.belay.staging.freeze.WorkingTree.blob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.Repositories;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Names, and settings of Git, that other tools have got wrong.
class NameCasesTest {
    @TempDir Path directory;
    private WorkingTree tree;

    @BeforeEach
    void make() throws IOException {
        tree = new WorkingTree(directory);
    }

    private static Map<String, String> contents(FrozenSource source) {
        return source.files().stream()
                .collect(Collectors.toMap(SourceFile::path, it -> it.blob().hex()));
    }

    @Test
    void f01_line_ends_quotes_and_tabs_in_names_are_kept() throws IOException {
        Map<String, String> names =
                Map.of("a\nb", "x", "q\"t", "y", "t\tab", "z", " lead", "w", "back\\slash", "v");
        names.forEach(tree::write);
        Repositories.commitAll(tree.top);
        tree.write("new\nfile", "v");

        Map<String, String> contents = contents(tree.freeze());

        names.forEach(
                (name, content) -> assertThat(contents).containsEntry(name, blob(content).hex()));
        assertThat(contents).hasSize(7).containsEntry("new\nfile", blob("v").hex());
    }

    @Test
    void f02_a_name_that_is_not_utf_8_is_refused_before_anything_is_copied() throws IOException {
        tree.shell("printf 1 > \"$(printf 'b\\377.txt')\"");

        Refusal refusal = tree.refusal();

        assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_UNSUPPORTED);
        assertThat(refusal.where()).isEqualTo("\"b\\377.txt\"");
        assertThat(tree.copy()).isEmptyDirectory();
    }

    @Test
    void f03_names_that_look_like_patterns_or_options_are_names() throws IOException {
        String[] names = {":top", ":(glob)x", "*.txt", "-f", "--all", "[a].txt", "~"};
        for (String name : names) {
            tree.write("./" + name, name);
        }
        Repositories.commitAll(tree.top);

        Map<String, String> contents = contents(tree.freeze());

        for (String name : names) {
            assertThat(contents).containsEntry(name, blob(name).hex());
        }
        assertThat(contents).hasSize(names.length + 1);
    }

    @Test
    void f04_names_that_differ_only_in_case_are_two_files() throws IOException {
        tree.write("Read.me", "1");
        tree.write("READ.ME", "2");

        assertThat(contents(tree.freeze()))
                .containsEntry("Read.me", blob("1").hex())
                .containsEntry("READ.ME", blob("2").hex());
    }

    @Test
    void f08_new_files_are_seen_whatever_status_is_set_to_show() throws IOException {
        tree.shell("git config status.showUntrackedFiles no");
        tree.write("new.txt", "n");

        assertThat(contents(tree.freeze())).containsKey("new.txt");
    }

    @Test
    void f13_no_name_is_an_argument_so_that_any_number_of_them_fits() throws IOException {
        Path wrapped = Files.createDirectory(directory.resolve("bin")).toRealPath();
        Repositories.write(
                wrapped,
                "git",
                "#!/bin/sh\necho \"$@\" >> %s/log\nPATH=%s exec git \"$@\"\n"
                        .formatted(wrapped, System.getenv("PATH")));
        Repositories.shell(wrapped, "chmod +x git");
        tree.write("tracked-name", "x");
        Repositories.commitAll(tree.top);
        tree.write("untracked-name", "x");
        Map<String, String> environment = new LinkedHashMap<>(Repositories.environment());
        environment.put("PATH", wrapped + ":" + System.getenv("PATH"));

        FrozenSource source = tree.freeze(tree.top, environment, Watch.none()).source();

        assertThat(source.files()).hasSize(3);
        assertThat(wrapped.resolve("log"))
                .content()
                .contains("ls-files")
                .doesNotContain("tracked-name");
    }

    @Test
    void f16_a_hooks_variables_do_not_aim_the_copy_elsewhere() throws IOException {
        Path other = Repositories.create(directory.toRealPath().resolve("other"));
        Repositories.write(other, "b.txt", "b");
        Map<String, String> environment = new LinkedHashMap<>(Repositories.environment());
        environment.put("GIT_DIR", other.resolve(".git").toString());
        environment.put("GIT_WORK_TREE", other.toString());
        environment.put("GIT_INDEX_FILE", "/nonexistent");

        FrozenSource aimed = tree.freeze(tree.top, environment, Watch.none()).source();

        assertThat(aimed).isEqualTo(tree.freeze());
    }

    @Test
    void g06_a_linked_worktree_is_copied_without_its_pointer() throws IOException {
        Path linked = directory.toRealPath().resolve("linked");
        Repositories.git(tree.top, "worktree", "add", "-q", linked.toString());
        Repositories.write(linked, "only-here", "x");

        FrozenSource source =
                tree.freeze(linked, Repositories.environment(), Watch.none()).source();

        assertThat(contents(source)).containsOnlyKeys("a.txt", "only-here");
        assertThat(tree.copy().resolve(".git")).doesNotExist();
    }

    @Test
    void g07_another_users_repository_is_never_an_empty_copy() throws IOException {
        assumeTrue(Repositories.shell(directory, "id -u").equals("0\n"), "only root can give away");
        tree.shell("chown -R 65534:65534 .");

        assertThat(tree.refusal()).hasMessageContaining("belongs to another user");
    }

    @Test
    void outputs_of_earlier_runs_are_not_part_of_the_source() throws IOException {
        tree.write(".crabbox/wrapper-artifacts/run-1/captures/log", "x");
        tree.write(".crabbox/runs/1", "x");
        tree.write(".crabbox.yaml", "x");

        assertThat(contents(tree.freeze())).containsOnlyKeys("a.txt", ".crabbox.yaml");
        assertThat(Files.exists(tree.copy().resolve(".crabbox"))).isFalse();
    }
}
