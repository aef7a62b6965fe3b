package dev.belay.staging.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.Repositories;
import dev.belay.staging.manifest.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a copy holds beside the usual, when it is asked for.
class ScopeCasesTest {
    @TempDir Path directory;
    private WorkingTree tree;

    @BeforeEach
    void make() throws IOException {
        tree = new WorkingTree(directory);
    }

    private FrozenTree freeze() throws IOException {
        return tree.freeze(tree.top, Repositories.environment(), Watch.none());
    }

    @Test
    void ignored_files_come_along_when_they_are_asked_for_and_are_no_source() throws IOException {
        tree.write(".gitignore", "node_modules\n.venv\n");
        tree.write("node_modules/a/index.js", "js\n");
        tree.write("node_modules/b", "b\n");
        tree.write(".venv/python", "p\n");
        tree.shell("ln -s a/index.js node_modules/link");
        tree.scope = new Freezer.Scope(List.of("node_modules"), false);

        FrozenTree frozen = freeze();

        assertThat(frozen.source().files())
                .extracting(SourceFile::path)
                .containsExactly(".gitignore", "a.txt");
        assertThat(frozen.along())
                .extracting(SourceFile::path)
                .containsExactlyInAnyOrder(
                        "node_modules/a/index.js", "node_modules/b", "node_modules/link");
        assertThat(Files.readString(tree.copy().resolve("node_modules/link"))).isEqualTo("js\n");
        assertThat(tree.copy().resolve(".venv")).doesNotExist();
    }

    @Test
    void a_path_with_nothing_ignored_is_refused_by_name() {
        tree.write(".gitignore", "node_modules\n");
        tree.scope = new Freezer.Scope(List.of("node_modules"), false);

        Refusal refusal = tree.refusal();

        assertThat(refusal.code()).isEqualTo(ErrorCode.USAGE);
        assertThat(refusal).hasMessageContaining("node_modules");
    }

    @Test
    void a_submodule_is_left_out_when_that_is_asked_for_and_is_no_deletion() throws IOException {
        Path library = Repositories.create(directory.toRealPath().resolve("lib"));
        tree.shell(
                "git -c protocol.file.allow=always submodule --quiet add %s sub; git commit -qm s"
                        .formatted(library));
        assertThat(tree.refusal().help()).contains("--submodules skip");
        tree.scope = new Freezer.Scope(List.of(), true);

        FrozenTree frozen = freeze();

        assertThat(frozen.source().files())
                .extracting(SourceFile::path)
                .containsExactly(".gitmodules", "a.txt");
        assertThat(frozen.source().deleted()).isEmpty();
    }
}
