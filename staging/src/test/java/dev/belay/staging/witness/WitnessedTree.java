package dev.belay.staging.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.Git;
import dev.belay.staging.git.IndexEntry;
import dev.belay.staging.git.Listing;
import dev.belay.staging.git.Repositories;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.receipt.SourceWitness;
import dev.belay.staging.recovery.Witness.Verified;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A real repository of five files, the source that was copied from it, and a directory that stands
/// for the copy.
final class WitnessedTree {
    private static final String MAKING =
            """
            git init -q -b main r; cd r
            git config user.name t; git config user.email t@example.invalid
            mkdir -p dir/deep; ln -s dir/deep link
            echo a > a.txt; echo b > dir/deep/b.txt; echo gone > dir/gone.txt
            echo '#!/bin/sh' > run.sh; chmod +x run.sh
            git add -A; git commit -qm one
            git rm -q dir/gone.txt; git commit -qm gone
            """;

    final Path directory;
    final Path repository;
    final Path copy;
    private final World world = LocalWorld.create();
    private FrozenSource source;
    private final String commit;

    WitnessedTree(Path parent) throws IOException {
        directory = parent.toRealPath();
        repository = directory.resolve("r");
        copy = Files.createDirectory(directory.resolve("copy"));
        Repositories.shell(directory, MAKING);
        commit = git("rev-parse", "HEAD").strip();
        source = new FrozenSource(files(), List.of("dir/gone.txt"));
    }

    private List<SourceFile> files() throws IOException {
        byte[] index = git("ls-files", "-v", "--stage", "-z").getBytes(StandardCharsets.UTF_8);
        return Listing.index(index).stream().map(WitnessedTree::file).toList();
    }

    private static SourceFile file(IndexEntry entry) {
        return new SourceFile(
                entry.path(), FileMode.of(entry.mode()).orElseThrow(), BlobId.of(entry.blob()));
    }

    /// From now on the source is what is in the index.
    void takeIndex() throws IOException {
        source = new FrozenSource(files(), source.deleted());
    }

    FrozenSource source() {
        return source;
    }

    void source(List<SourceFile> files, List<String> deleted) {
        source = new FrozenSource(files, deleted);
    }

    String commit() {
        return commit;
    }

    String git(String... arguments) {
        return Repositories.git(repository, arguments);
    }

    void shell(String script) {
        Repositories.shell(repository, script);
    }

    Path gitDir() {
        return repository.resolve(".git");
    }

    Git git() throws IOException {
        return Git.create(new LocalPrograms(), Repositories.environment());
    }

    SourceWitness main() {
        return new SourceWitness(gitDir().toString(), "refs/heads/main", commit);
    }

    Verified verify() throws IOException {
        return verify(main());
    }

    Verified verify(SourceWitness said) throws IOException {
        return proof(false).verify(said, source, copy);
    }

    WitnessProof proof(boolean isParanoid) throws IOException {
        return new WitnessProof(world.disk(), world.clock(), git(), isParanoid);
    }

    /// The refusal of the witness, which says what helps.
    Refusal refusal(SourceWitness said) {
        Refusal refusal = catchThrowableOfType(Refusal.class, () -> verify(said));
        assertThat(refusal).isNotNull();
        assertThat(refusal.code()).isEqualTo(ErrorCode.STAGING_KEPT);
        assertThat(refusal.help()).isNotEmpty();
        assertThat(refusal.getMessage()).doesNotContain(directory.toString());
        return refusal;
    }

    Refusal refusal() {
        return refusal(main());
    }

    /// Another Git directory with the same commit at `refs/heads/main`.
    SourceWitness at(Path gitDir) {
        return new SourceWitness(gitDir.toString(), "refs/heads/main", commit);
    }
}
