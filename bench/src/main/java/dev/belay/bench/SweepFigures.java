package dev.belay.bench;

import dev.belay.bench.Figure.Goal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.identity.Identities;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.discovery.Page;
import dev.belay.staging.discovery.Sweep;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.receipt.ClaimNamespace.Anchor;
import dev.belay.staging.receipt.Evidence;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.Owner;
import dev.belay.staging.receipt.Place;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.Receipt.Kind;
import dev.belay.staging.receipt.ReceiptFormat;
import dev.belay.staging.receipt.SourceWitness;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Looking at many stagings: all of them, page after page, and the first page of a new process.
final class SweepFigures {
    private static final int MANY = Size.of(100_000);
    private static final int FEWER = Math.max(1, MANY / 5);
    private static final double TIMES = MANY / (double) FEWER;
    private static final int ROUNDS = 3;

    /// Above every number that this kernel gives.
    private static final int GONE = Integer.MAX_VALUE;

    private static final FileAttribute<?> PRIVATE_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<?> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final Evidence EVIDENCE =
            new Evidence(
                    new ClaimNamespace(
                            "linux",
                            "/",
                            "/nowhere",
                            new Anchor("/", new DirectoryIdentity("1", "2"))),
                    new Digest("0".repeat(64)),
                    new SourceWitness("/nowhere", "refs/heads/main", "0".repeat(40)),
                    List.of(),
                    null);

    private final World world;
    private final Workspace workspace;

    SweepFigures(World world, Workspace workspace) {
        this.world = world;
        this.workspace = workspace;
    }

    List<Figure> measure() throws IOException {
        Path many = filled(MANY);
        Path fewer = filled(FEWER);
        sweep(fewer, Integer.MAX_VALUE);
        Samples all = new Samples();
        Samples some = new Samples();
        Samples first = new Samples();
        for (int round = 0; round < ROUNDS; round++) {
            some.add(sweep(fewer, Integer.MAX_VALUE));
            all.add(sweep(many, Integer.MAX_VALUE));
            first.add(sweep(many, 1));
        }
        System.err.printf(
                "%d stagings in %.0f ms, %d in %.0f ms%n",
                FEWER, some.median(), MANY, all.median());
        return List.of(
                new Figure(
                        "staging.sweep.growth",
                        all.median() / some.median() / TIMES,
                        "x",
                        Goal.atMost(1.3),
                        null),
                new Figure("staging.sweep.page", first.median(), "ms", Goal.atMost(250), null));
    }

    /// So many stagings of an owner that is gone, with all that a candidate needs.
    private Path filled(int count) throws IOException {
        Path root = workspace.fresh();
        Digest domain =
                new Identities(world.processes()).processDomain().map(Digest::new).orElseThrow();
        for (int i = 0; i < count; i++) {
            StagingId id = StagingId.of(new UUID(0x4000, 0x8000_0000_0000_0000L + i));
            Path staging = Files.createDirectory(root.resolve(id.directory()), PRIVATE_DIRECTORY);
            Path payload = Files.createDirectory(staging.resolve("payload"), PRIVATE_DIRECTORY);
            Receipt receipt =
                    new Receipt(
                            id,
                            new Owner(GONE, domain),
                            new Origin("/nowhere", null),
                            Kind.CAPSULE,
                            new Place(identity(staging), identity(payload)),
                            true,
                            new Progress(Users.NONE, State.PREPARED, null),
                            EVIDENCE,
                            null);
            Path file = Files.createFile(staging.resolve(ReceiptFormat.FILE), PRIVATE_FILE);
            Files.write(file, ReceiptFormat.write(receipt));
        }
        return root;
    }

    private DirectoryIdentity identity(Path path) throws IOException {
        try (Directory directory = world.disk().open(path, "staging")) {
            return DirectoryIdentity.of(directory);
        }
    }

    /// Milliseconds of at most so many pages from the beginning.
    private double sweep(Path path, int pages) throws IOException {
        try (SyncRoot root = SyncRoot.open(world, path, "staging")) {
            return Rounds.time(
                    1,
                    () -> {
                        Owners owners = new Owners(world, Set.of());
                        Sweep sweep = Sweep.start(root.directory(), owners, world.clock(), null);
                        int seen = 0;
                        Page page = sweep.next();
                        while (page.position().isPresent() && ++seen < pages) {
                            page = sweep.next();
                        }
                    });
        }
    }
}
