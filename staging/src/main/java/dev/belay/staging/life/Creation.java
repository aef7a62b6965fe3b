package dev.belay.staging.life;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.core.identity.Identities;
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
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;

/// Makes stagings.
///
/// - **Crash:** leaves a whole staging that names its maker, or an empty one among the temporaries,
///   which nothing was copied to yet.
public final class Creation {
    private static final int PRIVATE = 0700;

    private Creation() {}

    /// A staging for a copy of `repository`, in the hands of this process.
    public static Staging create(SyncRoot root, Origin repository) throws IOException {
        World world = root.world();
        StagingId id = StagingId.of(world.randomness().uuid());
        String name = id.directory();
        root.temporaries().makeDirectory(name, PRIVATE);
        try {
            Receipt receipt = prepare(root, id, repository);
            Durability published = root.publish(name);
            Staging staging = open(root, receipt);
            if (published != Durability.DURABLE && receipt.isDurable()) {
                staging.update(receipt, published);
            }
            return staging;
        } catch (IOException failure) {
            root.discard(name, failure);
            throw failure;
        }
    }

    private static Receipt prepare(SyncRoot root, StagingId id, Origin repository)
            throws IOException {
        try (Directory directory = root.temporaries().openDirectory(id.directory())) {
            directory.makeDirectory(Staging.PAYLOAD, PRIVATE);
            Receipt receipt = receipt(root.world(), id, repository, directory);
            byte[] file = ReceiptFormat.write(receipt);
            Durability written = root.file(directory, ReceiptFormat.FILE).replace(file, () -> {});
            return written == Durability.DURABLE ? receipt : withoutDurability(root, receipt);
        }
    }

    private static Receipt receipt(
            World world, StagingId id, Origin repository, Directory directory) throws IOException {
        Digest domain =
                new Identities(world.processes()).processDomain().map(Digest::new).orElse(null);
        try (Directory payload = directory.openDirectory(Staging.PAYLOAD)) {
            return new Receipt(
                    id,
                    new Owner(world.processes().ownPid(), domain),
                    repository,
                    Kind.CAPSULE,
                    new Place(DirectoryIdentity.of(directory), DirectoryIdentity.of(payload)),
                    true,
                    new Progress(Users.NONE, State.PREPARING, null),
                    Evidence.NONE,
                    null);
        }
    }

    private static Receipt withoutDurability(SyncRoot root, Receipt receipt) throws IOException {
        Receipt without = receipt.notDurable();
        try (Directory directory = root.temporaries().openDirectory(receipt.id().directory())) {
            root.file(directory, ReceiptFormat.FILE)
                    .replace(ReceiptFormat.write(without), () -> {});
        }
        return without;
    }

    private static Staging open(SyncRoot root, Receipt receipt) throws IOException {
        Directory directory = root.directory().openDirectory(receipt.id().directory());
        return new Staging(root, directory, directory.openDirectory(Staging.PAYLOAD), receipt);
    }
}
