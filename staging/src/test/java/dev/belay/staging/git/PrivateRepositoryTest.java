package dev.belay.staging.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.staging.git.PrivateRepository.History;
import dev.belay.staging.git.PrivateRepository.Target;
import dev.belay.system.Directory;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateRepositoryTest {
    @TempDir Path directory;
    private Path repository = Path.of("");
    private Path copy = Path.of("");

    @BeforeEach
    void make() throws IOException {
        directory = directory.toRealPath();
        // A colon separates, and a quote begins, what Git reads in the list of object stores.
        repository = Repositories.create(directory.resolve("a \"b\":c"));
        copy = directory.resolve("copy");
    }

    /// What a freeze does, by the shell.
    private void copyFiles() throws IOException {
        copyFiles(0);
    }

    private void copyFiles(int history) throws IOException {
        Repositories.shell(directory, "cp -a \"" + "a \\\"b\\\":c" + "\" copy; rm -rf copy/.git");
        Git git = Git.create(new LocalPrograms(), Repositories.environment());
        try (Directory source = LocalWorld.create().disk().open(copy, "copy")) {
            PrivateRepository.make(
                    git,
                    Checkout.around(git, repository),
                    new History("HEAD", history),
                    new Target(copy, source));
        }
    }

    private String inBoth(String... arguments) {
        String inCopy = Repositories.git(copy, arguments);
        assertThat(inCopy).isEqualTo(Repositories.git(repository, arguments));
        return inCopy;
    }

    @Test
    void git_says_in_the_copy_what_it_says_in_the_original() throws IOException {
        Repositories.write(repository, "kept", "1");
        Repositories.write(repository, "staged", "1");
        Repositories.write(repository, "removed", "1");
        Repositories.commitAll(repository);
        Repositories.shell(repository, "echo 2 >staged; git add staged; echo 3 >>staged");
        Repositories.shell(repository, "git rm -q removed; echo x >added; git add added");
        Repositories.shell(repository, "echo u >untracked; : >empty; git add empty");

        copyFiles();

        assertThat(inBoth("status", "--porcelain").lines()).hasSize(5);
        inBoth("diff");
        inBoth("diff", "--cached");
        inBoth("rev-parse", "HEAD^{tree}");
        assertThat(Repositories.git(copy, "rev-list", "--count", "HEAD")).isEqualTo("1\n");
        assertThat(Repositories.git(copy, "symbolic-ref", "HEAD")).isEqualTo("refs/heads/main\n");
    }

    @Test
    void an_intended_file_is_an_added_one_that_was_empty() throws IOException {
        Repositories.shell(repository, "echo new >intended; git add -N intended");

        copyFiles();

        assertThat(Repositories.git(copy, "status", "--porcelain")).isEqualTo("AM intended\n");
    }

    @Test
    void it_needs_nothing_of_the_original() throws IOException {
        Repositories.write(repository, "staged", "only in the index");
        Repositories.git(repository, "add", "staged");
        Repositories.git(repository, "remote", "add", "origin", "https://example.invalid/");
        copyFiles();

        Files.move(repository, directory.resolve("elsewhere"));

        assertThat(Repositories.git(copy, "fsck", "--full", "--strict")).isEmpty();
        assertThat(Repositories.git(copy, "show", ":staged")).isEqualTo("only in the index");
        assertThat(Repositories.git(copy, "remote")).isEmpty();
        assertThat(copy.resolve(".git/objects/info/alternates")).doesNotExist();
        assertThat(copy.resolve(".git/hooks")).doesNotExist();
    }

    @Test
    void nothing_looks_changed_in_the_copy_of_a_clean_tree() throws IOException {
        copyFiles();

        // This command believes the index, and does not look for itself.
        assertThat(Repositories.git(copy, "diff-files")).isEmpty();
        assertThat(Repositories.git(copy, "status", "--porcelain")).isEmpty();
    }

    @Test
    void a_repository_without_a_commit_has_its_index_too() throws IOException {
        Repositories.shell(repository, "rm -rf .git; git init -q -b main; git add a.txt");

        copyFiles();

        assertThat(inBoth("status", "--porcelain")).isEqualTo("A  a.txt\n");
        assertThat(inBoth("show", ":a.txt")).isNotEmpty();
    }

    @Test
    void as_much_of_the_past_as_was_asked_for_is_there_under_its_own_ids() throws IOException {
        for (int number = 2; number <= 5; number++) {
            Repositories.write(repository, "a.txt", "version " + number);
            Repositories.commitAll(repository);
        }

        copyFiles(3);

        assertThat(Repositories.git(copy, "log", "--format=%H"))
                .isEqualTo(Repositories.git(repository, "log", "--format=%H", "-3"))
                .hasLineCount(3);
        inBoth("rev-parse", "HEAD");
        inBoth("log", "-2", "-p");
        Files.move(repository, directory.resolve("elsewhere"));
        assertThat(Repositories.git(copy, "fsck", "--full", "--strict")).isEmpty();
    }

    @Test
    void one_commit_of_the_past_is_the_base_itself() throws IOException {
        Repositories.write(repository, "a.txt", "2");
        Repositories.commitAll(repository);

        copyFiles(1);

        inBoth("rev-parse", "HEAD");
        assertThat(Repositories.git(copy, "rev-list", "--count", "HEAD")).isEqualTo("1\n");
    }

    @Test
    void a_past_that_is_shorter_than_asked_for_has_its_true_beginning() throws IOException {
        Repositories.write(repository, "a.txt", "2");
        Repositories.commitAll(repository);

        copyFiles(2);

        inBoth("log");
        assertThat(copy.resolve(".git/shallow")).doesNotExist();
    }

    @Test
    void what_is_merged_is_part_of_the_past_and_no_commit_loses_one_of_its_parents()
            throws IOException {
        Repositories.shell(
                repository,
                "git checkout -qb side; echo s >s; git add s; git commit -qm side;"
                        + " git checkout -q main; echo m >m; git add m; git commit -qm own;"
                        + " git merge -q --no-edit side; echo t >t; git add t; git commit -qm top");

        copyFiles(3);

        inBoth("log", "-2", "--format=%H %P");
        assertThat(Repositories.git(copy, "log", "--format=%s"))
                .contains("top", "Merge", "own", "side")
                .doesNotContain("change");
        assertThat(Repositories.git(copy, "fsck", "--full", "--strict")).isEmpty();
    }

    @Test
    void a_shallow_checkout_hands_on_what_it_has() throws IOException {
        for (int number = 2; number <= 4; number++) {
            Repositories.write(repository, "a.txt", "version " + number);
            Repositories.commitAll(repository);
        }
        Repositories.shell(
                directory, "mv a* whole; git clone -q --depth 2 \"file://$PWD/whole\" shallow");
        repository = Files.move(directory.resolve("shallow"), repository);

        copyFiles(10);

        assertThat(inBoth("log", "--format=%H")).hasLineCount(2);
        assertThat(Repositories.git(copy, "fsck", "--full", "--strict")).isEmpty();
    }
}
