package dev.belay.staging.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.Refusal;
import dev.belay.staging.git.Repositories;
import dev.belay.staging.receipt.SourceWitness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One test for each way in which a repository may seem to hold what it does not.
class LyingWitnessTest {
    @TempDir Path directory;
    private WitnessedTree tree;

    @BeforeEach
    void make() throws IOException {
        tree = new WitnessedTree(directory);
    }

    private Path clone(String options) {
        tree.shell("git clone -q --bare " + options + " . ../w.git");
        return tree.directory.resolve("w.git");
    }

    @Test
    void objects_that_are_borrowed_are_not_its_own() {
        Path borrowing = clone("--shared");

        Refusal refusal = tree.refusal(tree.at(borrowing));

        assertThat(refusal.where()).isEqualTo("the witness/objects/info/alternates");
        assertThat(refusal.found()).contains("borrows objects");
    }

    @Test
    void a_partial_clone_waits_for_objects_and_asks_nobody_for_them() throws IOException {
        tree.shell(
                """
                git config uploadpack.allowFilter true
                git clone -q --bare --filter=blob:none "file://$PWD" ../w.git
                mv ../r ../gone
                """);
        Path partial = tree.directory.resolve("w.git");
        assertThat(tree.refusal(tree.at(partial)).found()).contains("expects objects");
        Repositories.shell(partial, "rm -f objects/pack/*.promisor");
        assertThat(tree.refusal(tree.at(partial)).found())
                .contains("by its setting `")
                .containsAnyOf("partialclone", "promisor");
        Repositories.shell(
                partial,
                "git config --unset remote.origin.promisor;"
                        + " git config --unset remote.origin.partialclonefilter;"
                        + " git config --unset extensions.partialClone || true");

        assertThat(tree.refusal(tree.at(partial)).found()).contains("does not hold the blob");
    }

    @Test
    void grafts_give_another_history() {
        tree.shell("git commit -q --allow-empty -m top; git rev-parse HEAD > .git/info/grafts");

        Refusal refusal = tree.refusal();

        assertThat(refusal.where()).isEqualTo("the witness/info/grafts");
        assertThat(refusal.found()).isEqualTo("its history is altered by grafts");
    }

    @Test
    void a_shallow_clone_does_not_know_its_history() {
        tree.shell("git clone -q --bare --depth 1 \"file://$PWD\" ../w.git");

        assertThat(tree.refusal(tree.at(tree.directory.resolve("w.git"))).found())
                .isEqualTo("its history is cut off");
    }

    @Test
    void replaced_objects_are_not_read() throws IOException {
        tree.shell(
                """
                blob=$(echo forged | git hash-object -w --stdin)
                git replace $(git rev-parse HEAD:a.txt) $blob
                """);
        assertThat(tree.git("cat-file", "-p", "HEAD:a.txt")).isEqualTo("forged\n");

        tree.verify().revalidate();
        Repositories.write(tree.repository, "a.txt", "forged\n");
        tree.git("add", "a.txt");
        tree.takeIndex();

        assertThat(tree.refusal().found()).isEqualTo("it has other content of a.txt");
    }

    @Test
    void a_replaced_commit_is_not_read_either() {
        tree.shell(
                """
                git checkout -q -b forged && rm a.txt && git commit -qam forged
                git checkout -q main
                git replace main forged
                """);

        assertThatCode(() -> tree.verify()).doesNotThrowAnyException();
    }

    @Test
    void a_symbolic_ref_is_only_a_name() {
        tree.shell("git symbolic-ref refs/heads/alias refs/heads/main");

        assertThat(
                        tree.refusal(
                                        new SourceWitness(
                                                tree.gitDir().toString(),
                                                "refs/heads/alias",
                                                tree.commit()))
                                .found())
                .isEqualTo("refs/heads/alias is only a name of another ref");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HEAD",
                "main",
                "refs/heads/main@{1}",
                "refs/heads/*",
                "refs/heads/../heads/main",
                "refs/remotes/origin/HEAD",
                "refs/openclaw/source-capsule",
                "refs/worktree/main",
                "refs/bisect/bad",
                "refs/replace/x",
                "0123456789012345678901234567890123456789"
            })
    void what_is_no_whole_name_of_a_lasting_ref_is_refused(String ref) {
        SourceWitness said = new SourceWitness(tree.gitDir().toString(), ref, tree.commit());

        assertThat(tree.refusal(said).found()).contains("is not the whole name of a ref");
    }

    @Test
    void a_commit_without_a_ref_is_kept_by_nothing() {
        String loose = tree.git("commit-tree", "-m", "x", "HEAD^{tree}").strip();
        SourceWitness said = new SourceWitness(tree.gitDir().toString(), "refs/heads/main", loose);
        assertThat(tree.refusal(said).found()).contains("does not lead to the commit");

        said = new SourceWitness(tree.gitDir().toString(), "refs/heads/none", tree.commit());

        assertThat(tree.refusal(said).found()).isEqualTo("it has no ref refs/heads/none");
    }

    @Test
    void a_loose_object_whose_bytes_are_others_is_damaged() {
        tree.shell(
                """
                file=.git/objects/$(git rev-parse HEAD:a.txt | sed 's|..|&/|')
                other=.git/objects/$(echo other | git hash-object -w --stdin | sed 's|..|&/|')
                chmod u+w "$file" && cp "$other" "$file"
                """);

        assertThat(tree.refusal().found()).containsAnyOf("damaged", "ended with code", "no blob");
    }

    /// Git does not read an object with more behind it, though its bytes hash to its name.
    @ParameterizedTest
    @ValueSource(strings = {"printf x >>", "truncate -s -1"})
    void a_loose_object_with_more_or_less_than_its_bytes_is_damaged(String change) {
        tree.shell(
                """
                file=.git/objects/$(git rev-parse HEAD:a.txt | sed 's|..|&/|')
                chmod u+w "$file" && %s "$file"
                """
                        .formatted(change));

        assertThat(tree.refusal().found()).contains("blob").endsWith("is damaged");
    }

    /// Git checks the name of such a tree only in `fsck`: what it lists of it is a lie.
    @Test
    void a_loose_tree_whose_bytes_are_others_is_damaged() {
        tree.shell(
                """
                forged=$(git ls-tree HEAD:dir/deep | sed 's|b.txt|c.txt|' | git mktree)
                file=.git/objects/$(git rev-parse HEAD:dir/deep | sed 's|..|&/|')
                chmod u+w "$file" && cp .git/objects/$(echo $forged | sed 's|..|&/|') "$file"
                """);

        assertThat(tree.refusal().found()).containsAnyOf("tree", "cat-file");
    }

    @Test
    void a_pack_with_other_bytes_is_damaged() {
        tree.shell(
                """
                git gc -q
                pack=$(ls .git/objects/pack/*.pack); chmod u+w "$pack"
                size=$(stat -c %s "$pack")
                dd if=/dev/zero of="$pack" bs=1 seek=$((size / 2)) count=40 conv=notrunc 2>/dev/null
                """);

        assertThat(tree.refusal().found()).isNotEmpty();
    }

    @Test
    void an_object_that_is_a_link_may_lead_anywhere() {
        tree.shell(
                """
                file=.git/objects/$(git rev-parse HEAD:a.txt | sed 's|..|&/|')
                mv "$file" ../copy/object; ln -s "$PWD/../copy/object" "$file"
                """);

        assertThat(tree.refusal().found()).contains("is a symbolic link and no file");
    }

    @ParameterizedTest
    @CsvSource({
        "include.path, ../other, takes settings from another file",
        "includeIf.gitdir:/.path, ../other, takes settings from another file",
        "extensions.partialClone, origin, is a partial clone",
        "remote.x.y.promisor, true, expects objects",
        "fsck.missingEmail, ignore, overlooks damage"
    })
    void settings_that_change_what_a_store_is_are_refused(String key, String value, String found) {
        tree.git("config", "--file", ".git/config", key, value);

        Refusal refusal = tree.refusal();

        assertThat(refusal.where()).isEqualTo("the witness/config");
        assertThat(refusal.found()).contains(found);
    }

    @Test
    void settings_of_the_working_tree_count_too() {
        tree.git("config", "extensions.worktreeConfig", "true");
        tree.git("config", "--worktree", "include.path", "../other");

        assertThat(tree.refusal().where()).isEqualTo("the witness/config.worktree");
    }

    @Test
    void refs_that_are_stored_otherwise_are_not_read() {
        tree.shell("git config core.repositoryFormatVersion 1; git config extensions.refStorage x");

        assertThat(tree.refusal().found()).contains("keeps its refs in a form");
    }

    @Test
    void objects_that_are_named_by_sha256_are_refused() {
        tree.shell("git init -q --object-format=sha256 --bare ../w.git");

        assertThat(tree.refusal(tree.at(tree.directory.resolve("w.git"))).found())
                .contains("not named by SHA-1");
    }

    @Test
    void the_git_directory_of_a_linked_working_tree_is_not_the_whole() throws IOException {
        tree.shell("git worktree add -q ../linked");
        Path linked = tree.gitDir().resolve("worktrees/linked");
        assertThat(tree.refusal(tree.at(linked)).found()).isNotEmpty();
        SourceWitness named =
                WitnessChoice.named(
                        tree.git(), tree.directory.resolve("linked"), "refs/heads/main");

        assertThat(named).isEqualTo(tree.main());
        tree.verify(named).revalidate();
    }

    @Test
    void a_git_directory_behind_a_link_is_refused() throws IOException {
        Path link = tree.directory.resolve("link");
        Files.createSymbolicLink(link, tree.repository);

        assertThat(tree.refusal(tree.at(link.resolve(".git"))).found()).contains("symbolic link");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "relative", "/a/../b", "/a//b", ""})
    void a_path_that_is_not_a_whole_one_is_refused(String gitDir) {
        SourceWitness said = new SourceWitness(gitDir, "refs/heads/main", tree.commit());

        assertThat(tree.refusal(said).found()).isEqualTo("its path is not a whole one");
    }

    @Test
    void a_history_with_holes_is_found_by_the_whole_check_alone() throws IOException {
        tree.shell("rm -f .git/objects/$(git rev-parse HEAD~1:dir/gone.txt | sed 's|..|&/|')");
        tree.verify().revalidate();
        WitnessProof paranoid = tree.proof(true);

        assertThatThrownBy(() -> paranoid.verify(tree.main(), tree.source(), tree.copy))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("missing or damaged");
    }
}
