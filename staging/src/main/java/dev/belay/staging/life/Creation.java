package dev.belay.staging.life;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.core.identity.Identities;
import dev.belay.core.identity.ProcessIdentity;
import dev.belay.staging.receipt.Evidence;
import dev.belay.staging.receipt.MirrorUse;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.Owner;
import dev.belay.staging.receipt.Place;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.Receipt.Kind;
import dev.belay.staging.receipt.ReceiptFormat;
import dev.belay.staging.receipt.SideRecord;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes stagings.
///
/// - **Crash:** leaves a whole staging that names its maker, or an empty one among the temporaries,
///   which nothing was copied to yet.
public final class Creation {
    private static final int PRIVATE = 0700;

    private Creation() {}

    /// A staging for a copy of `repository`, in the hands of this process.
    public static Staging create(SyncRoot root, Origin repository) throws IOException {
        return create(root, new Wanted(newId(root), repository, true, null));
    }

    /// One without a receipt, for a place where none may be: it goes in its maker's hands, or by a
    /// person's word. Owner, time, and repository are kept beside it all the same.
    public static Staging createUnrecorded(SyncRoot root, Origin repository) throws IOException {
        return create(root, new Wanted(newId(root), repository, false, null));
    }

    /// One that is to be kept warm between runs. The caller has the lock of its slot, which names
    /// the id.
    public static Staging createMirror(
            SyncRoot root, StagingId id, Origin repository, MirrorUse mirror) throws IOException {
        return create(root, new Wanted(id, repository, true, mirror));
    }

    /// A mirror that its last owner has handed over or put back, in the hands of this process from
    /// now on. The caller has the lock of its slot, which names it.
    ///
    /// - **Crash:** leaves it handed over, or in the hands of a process that is gone and to which
    ///   nobody was let in.
    public static Staging adopt(SyncRoot root, Receipt idle, Origin repository, MirrorUse mirror)
            throws IOException {
        World world = root.world();
        SideRecord side =
                new SideRecord(
                        idle.id(),
                        new Identities(world.processes()).own(),
                        world.clock().now(),
                        repository.path(),
                        List.of(),
                        true,
                        false);
        Staging staging = reopen(root, idle, side);
        try {
            // Its number is not yet the receipt's, so that it counts for nothing.
            root.sideRecord(side.id()).replace(side.write(), () -> {});
            staging.update(idle.takenOver(owner(world), repository, mirror), Durability.DURABLE);
            staging.removeEvidence();
            return staging;
        } catch (IOException failure) {
            staging.close();
            throw failure;
        }
    }

    /// An id that nothing has yet.
    public static StagingId newId(SyncRoot root) {
        return StagingId.of(root.world().randomness().uuid());
    }

    /// One that another process made, as far as its receipt says it came. The caller has it in
    /// custody, and it is in its place.
    public static Staging reopen(SyncRoot root, Receipt receipt) throws IOException {
        SideRecord side =
                SideRecords.read(root.directory(), receipt.id())
                        .orElseGet(() ->
                                new SideRecord(
                                        receipt.id(),
                                        ProcessIdentity.ofPid(receipt.owner().pid()),
                                        Instant.EPOCH,
                                        receipt.repository().path(),
                                        List.of(),
                                        true,
                                        false));
        return reopen(root, receipt, side);
    }

    private static Staging reopen(SyncRoot root, Receipt receipt, SideRecord side)
            throws IOException {
        Directory directory = root.directory().openDirectory(receipt.id().directory());
        try {
            receipt.place().root().requireSame(directory);
            Directory payload = directory.openDirectory(Staging.PAYLOAD);
            Staging.Place place = new Staging.Place(directory, payload);
            try {
                receipt.place().payload().requireSame(payload);
                return new Staging(root, place, receipt, side);
            } catch (IOException other) {
                payload.close();
                throw other;
            }
        } catch (IOException other) {
            directory.close();
            throw other;
        }
    }

    /// What is to be made.
    ///
    /// @param mirror null for a staging that is no mirror
    private record Wanted(
            StagingId id, Origin repository, boolean isRecorded, @Nullable MirrorUse mirror) {}

    private static Staging create(SyncRoot root, Wanted wanted) throws IOException {
        World world = root.world();
        SideRecord side =
                new SideRecord(
                        wanted.id,
                        new Identities(world.processes()).own(),
                        world.clock().now(),
                        wanted.repository.path(),
                        List.of(),
                        wanted.isRecorded,
                        false);
        String name = side.id().directory();
        root.temporaries().makeDirectory(name, PRIVATE);
        try {
            Receipt receipt = prepare(root, wanted);
            root.sideRecord(side.id()).replace(side.write(), () -> {});
            Durability published = root.publish(name);
            Staging staging = open(root, receipt, side);
            if (published != Durability.DURABLE && receipt.isDurable()) {
                staging.update(receipt, published);
            }
            return staging;
        } catch (IOException failure) {
            root.discard(side.id(), failure);
            throw failure;
        }
    }

    private static Receipt prepare(SyncRoot root, Wanted wanted) throws IOException {
        try (Directory directory = root.temporaries().openDirectory(wanted.id.directory())) {
            directory.makeDirectory(Staging.PAYLOAD, PRIVATE);
            Receipt receipt = receipt(root.world(), wanted, directory);
            if (!wanted.isRecorded) {
                return receipt.notDurable();
            }
            byte[] file = ReceiptFormat.write(receipt);
            Durability written = root.file(directory, ReceiptFormat.FILE).replace(file, () -> {});
            return written == Durability.DURABLE ? receipt : withoutDurability(root, receipt);
        }
    }

    private static Owner owner(World world) {
        Digest domain =
                new Identities(world.processes()).processDomain().map(Digest::new).orElse(null);
        return new Owner(world.processes().ownPid(), domain);
    }

    private static Receipt receipt(World world, Wanted wanted, Directory directory)
            throws IOException {
        try (Directory payload = directory.openDirectory(Staging.PAYLOAD)) {
            return new Receipt(
                    wanted.id,
                    owner(world),
                    wanted.repository,
                    Kind.CAPSULE,
                    new Place(DirectoryIdentity.of(directory), DirectoryIdentity.of(payload)),
                    true,
                    new Progress(Users.NONE, State.PREPARING, null),
                    Evidence.NONE,
                    wanted.mirror);
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

    private static Staging open(SyncRoot root, Receipt receipt, SideRecord side)
            throws IOException {
        Directory directory = root.directory().openDirectory(receipt.id().directory());
        Directory payload = directory.openDirectory(Staging.PAYLOAD);
        return new Staging(root, new Staging.Place(directory, payload), receipt, side);
    }
}
