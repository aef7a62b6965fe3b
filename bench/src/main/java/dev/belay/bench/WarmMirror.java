package dev.belay.bench;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.claims.ClaimsDirectory;
import dev.belay.staging.claims.LeaseSurroundings;
import dev.belay.staging.freeze.Freezer;
import dev.belay.staging.freeze.Watch;
import dev.belay.staging.git.Checkout;
import dev.belay.staging.git.Git;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.ReceiptFormat;
import dev.belay.staging.seal.Sealing;
import dev.belay.system.Directory;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// One warm copy, without the lock of a slot around it.
final class WarmMirror implements AutoCloseable {
    private static final long KEPT_FREE_BYTES = 1 << 20;
    private static final World WORLD = LocalWorld.create();

    private final Path repository;
    private final SyncRoot root;
    private final Git git;
    private final Sealing sealing;
    private Staging staging;

    private WarmMirror(Path repository, Path path, SyncRoot root) throws IOException {
        this.repository = repository;
        this.root = root;
        this.git = Git.create(new LocalPrograms(), System.getenv());
        LeaseSurroundings surroundings =
                new LeaseSurroundings(
                        "linux", Map.of("XDG_STATE_HOME", path.resolve("state").toString()));
        this.sealing =
                new Sealing(
                        WORLD,
                        new Sealing.Place(root, path),
                        new Sealing.Tools(
                                git,
                                new Freezer(WORLD, KEPT_FREE_BYTES, Freezer.Scope.USUAL),
                                new ClaimsDirectory(WORLD.disk(), surroundings)));
        try (Directory top = WORLD.disk().open(repository, "")) {
            Origin origin = new Origin(repository.toString(), DirectoryIdentity.of(top));
            this.staging = Creation.create(root, origin);
        }
    }

    static WarmMirror make(Path repository, Path path) throws IOException {
        return new WarmMirror(repository, path, SyncRoot.open(WORLD, path, "staging"));
    }

    /// Milliseconds of taking the copy over, bringing it up to date, and sealing it.
    double refill() throws IOException {
        long start = System.nanoTime();
        adopt();
        Checkout checkout = Checkout.around(git, repository);
        sealing.refill(staging, checkout, new Sealing.Options("HEAD", true, 0), Watch.none());
        return (System.nanoTime() - start) / 1e6;
    }

    private void adopt() throws IOException {
        Receipt next =
                staging.receipt().withProgress(new Progress(Users.NONE, State.PREPARING, null));
        staging.close();
        Files.write(root.path(staging.id()).resolve(ReceiptFormat.FILE), ReceiptFormat.write(next));
        staging = Creation.reopen(root, next);
    }

    @Override
    public void close() {
        staging.close();
        root.close();
    }
}
