package dev.belay.staging.freeze;

import static dev.belay.staging.freeze.WorkingTree.blob;
import static dev.belay.staging.freeze.WorkingTree.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.Checkout;
import dev.belay.staging.git.Git;
import dev.belay.staging.git.Repositories;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.system.Directory;
import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Working trees that are no plain files, or do not hold still.
@Timeout(120)
class TreeCasesTest {
    @TempDir Path directory;
    private WorkingTree tree;

    @BeforeEach
    void make() throws IOException {
        tree = new WorkingTree(directory);
    }

    @Test
    void h01_a_pipe_is_refused_by_name_before_anything_is_copied() {
        tree.write("sub/file", "x");
        tree.shell("mkfifo 'sub/my pipe'");

        Refusal refusal = tree.refusal();

        assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_UNSUPPORTED);
        assertThat(refusal.where()).isEqualTo("sub/my pipe");
        assertThat(tree.copy()).isEmptyDirectory();
    }

    @Test
    void h01_a_tracked_file_that_became_a_pipe_is_refused() {
        tree.shell("rm a.txt; mkfifo a.txt");

        assertThat(tree.refusal()).hasMessageContaining("a.txt: it is a pipe");
    }

    @Test
    void a_pipe_that_git_ignores_is_no_part_of_the_tree() throws IOException {
        tree.write(".gitignore", "*.pipe\n");
        tree.shell("mkfifo x.pipe");

        assertThat(tree.freeze().files()).hasSize(2);
    }

    @Test
    void h03_below_a_directory_that_became_a_link_everything_is_deleted() throws IOException {
        tree.write("skills/S.md", "1\n");
        tree.write("skills/deep/T.md", "1\n");
        Repositories.commitAll(tree.top);
        tree.shell("mv skills ../outside; ln -s ../outside skills; echo secret >skills/S.md");

        FrozenSource source = tree.freeze();

        assertThat(source.deleted()).containsExactly("skills/S.md", "skills/deep/T.md");
        assertThat(file(source, "skills").orElseThrow().mode()).isEqualTo(FileMode.LINK);
        assertThat(source.files()).hasSize(2);
    }

    @Test
    void a_file_that_became_a_directory_is_deleted_and_its_files_are_there() throws IOException {
        tree.shell("rm a.txt; mkdir a.txt; echo x >a.txt/inner");

        FrozenSource source = tree.freeze();

        assertThat(source.deleted()).containsExactly("a.txt");
        assertThat(file(source, "a.txt/inner")).isPresent();
    }

    @Test
    void h04_links_are_copied_as_links_wherever_they_lead() throws IOException {
        tree.shell("ln -s self self; mkdir d; ln -s .. d/up; ln -s /nonexistent dang");

        FrozenSource source = tree.freeze();

        assertThat(file(source, "self").orElseThrow().blob()).isEqualTo(blob("self"));
        assertThat(file(source, "d/up").orElseThrow().blob()).isEqualTo(blob(".."));
        assertThat(file(source, "dang").orElseThrow().blob()).isEqualTo(blob("/nonexistent"));
        assertThat(source.files()).hasSize(4);
    }

    @Test
    void h07_directories_that_may_not_be_written_are_copied_and_stay_as_they_are()
            throws IOException {
        tree.write("mod/x/f", "1");
        tree.shell("chmod 555 mod/x mod");

        assertThat(file(tree.freeze(), "mod/x/f")).isPresent();
        assertThat(Repositories.shell(tree.top, "stat -c %a mod mod/x")).isEqualTo("555\n555\n");
        tree.shell("chmod 755 mod mod/x");
    }

    /// What a program does to the tree while it is copied, at the moment when the copying begins.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo more >>a.txt",
                "printf b >t; touch -r a.txt t; mv t a.txt",
                "rm a.txt",
                "rm a.txt; ln -s /etc/hostname a.txt",
                "rm a.txt; mkfifo a.txt",
                "chmod +x a.txt",
                "echo x >new.txt",
                "rm -r sub; ln -s /etc sub",
                "mv sub other",
                "git rm -q --cached a.txt",
                "echo back >gone",
                "rm new; mkdir new"
            })
    void what_changes_meanwhile_is_noticed(String change) {
        tree.write("sub/x", "1");
        tree.write("gone", "1");
        Repositories.commitAll(tree.top);
        tree.write("new", "n");
        tree.shell("rm gone");

        Refusal refusal = changing(() -> tree.shell(change));

        assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(ErrorCode.SOURCE_CHANGED);
    }

    @Test
    void s18_what_is_recorded_are_the_bytes_of_the_copy_and_not_those_of_the_index()
            throws IOException {
        tree.write("a.txt", "edited\n");

        FrozenSource source = tree.freeze();

        assertThat(file(source, "a.txt").orElseThrow().blob())
                .isEqualTo(WorkingTree.blob(Files.readString(tree.copy().resolve("a.txt"))))
                .isEqualTo(WorkingTree.blob("edited\n"));
    }

    @Test
    void s27_a_copy_is_given_up_between_two_files() {
        tree.write("b.txt", "b");

        Refusal refusal =
                catchThrowableOfType(
                        Refusal.class,
                        () ->
                                tree.freeze(
                                        tree.top,
                                        Repositories.environment(),
                                        new Onlooker(() -> {}) {
                                            @Override
                                            public boolean isStopped() {
                                                return files > 0;
                                            }
                                        }));

        assertThat(refusal).hasMessageContaining("given up");
        assertThat(tree.copy()).isEmptyDirectory();
    }

    @Test
    void a_copy_that_would_fill_the_disk_is_refused_before_it_begins() throws IOException {
        Path target = Files.createDirectory(directory.resolve("full"));
        Checkout checkout =
                Checkout.around(
                        Git.create(new LocalPrograms(), Repositories.environment()), tree.top);
        try (Directory opened = tree.world.disk().open(target, "copy")) {
            Freezer freezer = new Freezer(tree.world, Long.MAX_VALUE / 2, Freezer.Scope.USUAL);

            Refusal refusal =
                    catchThrowableOfType(
                            Refusal.class,
                            () -> freezer.freeze(checkout, "HEAD", opened, Watch.none()));

            assertThat(refusal.code()).isEqualTo(ErrorCode.SPACE_SHORT);
        }
        assertThat(target).isEmptyDirectory();
    }

    @Test
    void a_file_that_is_written_all_the_time_is_refused_or_copied_whole() throws Exception {
        tree.shell("head -c 3000000 /dev/zero >big");
        Process writer =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "while :; do printf A; printf B; done"
                                        + " | dd of=big bs=1 seek=2999999 conv=notrunc status=none")
                        .directory(tree.top.toFile())
                        .start();
        try {
            // Each copy that succeeds is compared with its list, byte by byte.
            assertThat(tree.refusal())
                    .isNotNull()
                    .extracting(Refusal::code)
                    .isEqualTo(ErrorCode.SOURCE_CHANGED);
        } finally {
            writer.descendants().forEach(ProcessHandle::destroyForcibly);
            writer.destroyForcibly().waitFor();
        }
    }

    private Refusal changing(Runnable change) {
        return catchThrowableOfType(
                Refusal.class,
                () -> tree.freeze(tree.top, Repositories.environment(), new Onlooker(change)));
    }

    /// Does something when the first look is over and nothing is copied yet.
    private static class Onlooker implements Watch {
        private final Runnable action;
        long files;

        Onlooker(Runnable action) {
            this.action = action;
        }

        @Override
        public void begins(long files, long bytes) {
            this.files = files;
            action.run();
        }

        @Override
        public void copied(long bytes) {}

        @Override
        public void notes(String sentence) {}

        @Override
        public boolean isStopped() {
            return false;
        }
    }
}
