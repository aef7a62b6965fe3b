package dev.belay.bench;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.staging.claims.ClaimsDirectory;
import dev.belay.staging.claims.LeaseSurroundings;
import dev.belay.staging.claims.NoLeaseTool;
import dev.belay.staging.content.Footprint;
import dev.belay.staging.content.PayloadProof;
import dev.belay.staging.freeze.Freezer;
import dev.belay.staging.freeze.FrozenTree;
import dev.belay.staging.freeze.PayloadInventory;
import dev.belay.staging.freeze.Watch;
import dev.belay.staging.git.Checkout;
import dev.belay.staging.git.Git;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.receipt.Evidence;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.SourceWitness;
import dev.belay.staging.recovery.Claims;
import dev.belay.staging.recovery.Witness;
import dev.belay.staging.witness.WitnessChoice;
import dev.belay.staging.witness.WitnessProof;
import dev.belay.system.Directory;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// One staging from its creation to the proofs on which its recovery rests, without a command.
final class SealedCopy implements AutoCloseable {
    private static final long KEPT_FREE_BYTES = 1 << 20;
    private static final World WORLD = LocalWorld.create();

    private final Path root;
    private final LeaseSurroundings surroundings;
    private final Git git;
    private final SyncRoot stagings;
    private final Staging staging;
    private final Manifest manifest;

    private SealedCopy(Path root, SyncRoot stagings, Git git, Checkout checkout)
            throws IOException {
        this.root = root;
        this.git = git;
        this.stagings = stagings;
        this.surroundings =
                new LeaseSurroundings(
                        "linux", Map.of("XDG_STATE_HOME", root.resolve("state").toString()));
        Path top = checkout.repository().top();
        try (Directory directory = WORLD.disk().open(top, "")) {
            Origin origin = new Origin(top.toString(), DirectoryIdentity.of(directory));
            staging = Creation.create(stagings, origin);
        }
        staging.payload().makeDirectory("source", 0700);
        FrozenTree frozen;
        try (Directory source = staging.payload().openDirectory("source")) {
            frozen =
                    new Freezer(WORLD, KEPT_FREE_BYTES, Freezer.Scope.USUAL)
                            .freeze(checkout, "HEAD", source, Watch.none());
        }
        manifest =
                new Manifest(
                        frozen.source(), PayloadInventory.of(staging.payload(), frozen.copied()));
        staging.payload().syncFileSystem();
        String commit = checkout.commit("HEAD").orElseThrow();
        SourceWitness witness =
                WitnessChoice.of(git, checkout.repository().common(), commit).orElseThrow();
        staging.prepared(
                manifest,
                Durability.DURABLE,
                witness,
                new ClaimsDirectory(WORLD.disk(), surroundings).capture(root.toString()));
    }

    /// Copies a repository, and seals the copy.
    static SealedCopy make(Path repository, Path root) throws IOException {
        Git git = Git.create(new LocalPrograms(), System.getenv());
        SyncRoot stagings = SyncRoot.open(WORLD, root, "staging");
        return new SealedCopy(root, stagings, git, Checkout.around(git, repository));
    }

    /// All proofs of a recovery, in its order.
    void prove() throws IOException {
        Evidence evidence = staging.receipt().evidence();
        Path copy = root.resolve(staging.id().directory());
        Claims claims = new NoLeaseTool(WORLD.disk(), surroundings);
        requireNone(claims, evidence, copy);
        PayloadProof proof = new PayloadProof(manifest, WORLD.clock(), false);
        Footprint footprint = proof.prove(staging.payload());
        Witness.Verified verified = verify();
        requireNone(claims, evidence, copy);
        proof.proveAgain(staging.payload(), footprint);
        verified.revalidate();
    }

    private static void requireNone(Claims claims, Evidence evidence, Path copy)
            throws IOException {
        if (!claims.on(evidence.knownClaims().orElseThrow(), copy).isEmpty()) {
            throw new IllegalStateException("a fresh copy is claimed");
        }
    }

    /// The proof of the witness alone.
    Witness.Verified verify() throws IOException {
        return new WitnessProof(WORLD.disk(), WORLD.clock(), git, false)
                .verify(
                        staging.receipt().evidence().knownWitness().orElseThrow(),
                        manifest.source(),
                        root.resolve(staging.id().directory()));
    }

    @Override
    public void close() {
        staging.close();
        stagings.close();
    }
}
