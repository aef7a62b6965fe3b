package dev.belay.staging.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.git.Git;
import dev.belay.staging.git.IndexEntry;
import dev.belay.staging.git.Listing;
import dev.belay.staging.git.Repositories;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.Entry;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.receipt.Evidence;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.Owner;
import dev.belay.staging.receipt.Place;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.Receipt.Kind;
import dev.belay.staging.receipt.SourceWitness;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.recovery.ContentProof;
import dev.belay.staging.recovery.ContentProof.Proved;
import dev.belay.staging.witness.WitnessProof;
import dev.belay.system.Directory;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// A dirty checkout, and a copy of it in which a command may have run: `a.txt` was changed after
/// the last commit, `new.txt` is not tracked, and `old.txt` was removed.
final class RanCopy implements AutoCloseable {
    static final String ID = "00000000-0000-4000-8000-000000000001";

    private static final String MAKING =
            """
            git init -q -b main r; cd r
            git config user.name t; git config user.email t@example.invalid
            mkdir dir; echo a > a.txt; echo b > dir/b.txt; echo old > old.txt
            echo '*.o' > .gitignore; ln -s a.txt link; echo '#!' > run; chmod +x run
            git add -A; git commit -qm one
            echo dirty > a.txt; echo new > 'new file.txt'; rm old.txt
            to=$PWD/../stagings/copy/payload/source; mkdir -p "$to"
            cp -a --parents .gitignore a.txt dir/b.txt link run 'new file.txt' "$to"
            git -C . hash-object -w a.txt 'new file.txt' > /dev/null
            """;

    final World world = LocalWorld.create();
    final Path repository;
    final Path source;
    private final Path staging;
    private final Receipt receipt;
    private final Manifest manifest;
    private final Directory payload;

    RanCopy(Path parent) throws IOException {
        Path directory = parent.toRealPath();
        repository = directory.resolve("r");
        staging = directory.resolve("stagings/copy");
        source = staging.resolve("payload/source");
        Repositories.shell(directory, MAKING);
        manifest = manifest();
        receipt = receipt();
        payload = world.disk().open(staging.resolve("payload"), "payload");
    }

    void inRepository(String script) {
        Repositories.shell(repository, script);
    }

    /// What the command did.
    void ran(String script) {
        Repositories.shell(source, script);
    }

    String git(String... words) {
        return Repositories.git(repository, words);
    }

    private Manifest manifest() throws IOException {
        inRepository(
                """
                cp .git/index ../index; export GIT_INDEX_FILE="$PWD/../index"
                git add -A; git ls-files -v --stage -z > ../listing
                """);
        byte[] listing = Files.readAllBytes(repository.resolveSibling("listing"));
        List<SourceFile> files = new ArrayList<>();
        List<Entry> entries = new ArrayList<>(List.of(new Entry.Folder("source")));
        entries.add(new Entry.Folder("source/dir"));
        for (IndexEntry each : Listing.index(listing)) {
            FileMode mode = FileMode.of(each.mode()).orElseThrow();
            BlobId blob = BlobId.of(each.blob());
            files.add(new SourceFile(each.path(), mode, blob));
            entries.add(new Entry.Content("source/" + each.path(), mode, blob));
        }
        return new Manifest(new FrozenSource(files, List.of("old.txt")), entries);
    }

    private Receipt receipt() throws IOException {
        SourceWitness witness =
                new SourceWitness(
                        repository.resolve(".git").toString(),
                        "refs/heads/main",
                        git("rev-parse", "HEAD").strip());
        return new Receipt(
                StagingId.of(UUID.fromString(ID)),
                new Owner(2, null),
                new Origin(repository.toString(), identity(repository)),
                Kind.CAPSULE,
                new Place(identity(staging), identity(staging.resolve("payload"))),
                true,
                new Progress(Users.SETTLED, State.PRESERVED, null),
                new Evidence(null, null, witness, List.of(), null),
                null);
    }

    private DirectoryIdentity identity(Path path) throws IOException {
        try (Directory directory = world.disk().open(path, "")) {
            return DirectoryIdentity.of(directory);
        }
    }

    Git git() throws IOException {
        return Git.create(new LocalPrograms(), Repositories.environment());
    }

    private WitnessProof witness() throws IOException {
        return new WitnessProof(world.disk(), world.clock(), git(), false);
    }

    SourceContent sourceProof(Products products) throws IOException {
        return new SourceContent(world, git(), witness(), new SourceContent.Choice(products, null));
    }

    RescuedContent rescue() throws IOException {
        return new RescuedContent(world, git(), witness());
    }

    Proved prove(ContentProof proof) throws IOException {
        return proof.prove(new ContentProof.Copy(receipt, manifest, payload, staging));
    }

    void again(Proved proved) throws IOException {
        proved.again(payload);
        proved.revalidate();
    }

    Refusal refusal(ContentProof proof) {
        Refusal refusal = catchThrowableOfType(Refusal.class, () -> prove(proof));
        assertThat(refusal).isNotNull();
        assertThat(refusal.code()).isEqualTo(ErrorCode.STAGING_KEPT);
        assertThat(refusal.help()).isNotEmpty();
        return refusal;
    }

    @Override
    public void close() {
        payload.close();
    }
}
