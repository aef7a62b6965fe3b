package dev.belay.staging.life;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.Durability;
import dev.belay.core.file.DurableFile;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.core.file.Reserve;
import dev.belay.staging.receipt.SideRecord;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.removal.TreeRemoval;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The directory of all stagings, with what Belay has beside them in `.belay`.
///
/// A staging comes by a rename from `tmp` and goes by a rename to `removing`: it is there whole, or
/// not at all. What is in `removing` is nobody's any more; what is in `proving` was moved away by a
/// recovery, which looks at it once more.
public final class SyncRoot implements AutoCloseable {
    private static final int OTHERS_WRITE = 0022;
    private static final Duration TEMPORARY_AGE_MAX = Duration.ofDays(1);

    /// What Belay adds to the directory.
    public static final String OWN = ".belay";

    private static final String RESERVE = "reserve";
    private static final String MIRROR_SIZES = "mirror-sizes.json";
    private static final String TEMPORARIES = "tmp";
    private static final String PROVING = "proving";
    private static final String REMOVING = "removing";

    private final World world;
    private final Path path;
    private final Directory directory;
    private final Directory own;
    private final Directory temporaries;
    private final Directory proving;
    private final Directory removing;
    private final Reserve reserve;

    private SyncRoot(World world, Path path, String label) throws DiskFault, Refusal {
        String below = label.isEmpty() ? OWN : label + "/" + OWN;
        Path ownPath = path.resolve(OWN);
        this.world = world;
        this.path = path;
        this.directory = shared(world, path, label);
        this.own = PrivateDirectory.create(world, ownPath, below);
        this.temporaries =
                PrivateDirectory.create(
                        world, ownPath.resolve(TEMPORARIES), below + "/" + TEMPORARIES);
        this.proving =
                PrivateDirectory.create(world, ownPath.resolve(PROVING), below + "/" + PROVING);
        this.removing =
                PrivateDirectory.create(world, ownPath.resolve(REMOVING), below + "/" + REMOVING);
        this.reserve = new Reserve(own, RESERVE);
    }

    /// Opens the directory at `path`, and makes it first where there is none.
    ///
    /// @param label what messages call it
    public static SyncRoot open(World world, Path path, String label) throws DiskFault, Refusal {
        return new SyncRoot(world, path, label);
    }

    /// The directory itself. The Node program makes one that others may look into, and each staging
    /// private.
    private static Directory shared(World world, Path path, String label)
            throws DiskFault, Refusal {
        Directory found;
        try {
            found = world.disk().open(path, label);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT) {
                throw fault;
            }
            return PrivateDirectory.create(world, path, label);
        }
        FileStatus status = found.status();
        if (status.owner() != world.processes().ownUser()
                || (status.permissions() & OTHERS_WRITE) != 0) {
            found.close();
            throw new Refusal(
                    ErrorCode.DIRECTORY_NOT_PRIVATE,
                    label,
                    "belongs to another user, or others may write to it",
                    "check who has been in it, then run chmod go-w on it");
        }
        return found;
    }

    public Directory directory() {
        return directory;
    }

    /// Where files and directories are made before they are renamed to their place.
    public Directory temporaries() {
        return temporaries;
    }

    /// Where a recovery looks once more at what it moved away, under the id.
    public Directory proving() {
        return proving;
    }

    /// Where a staging is.
    public Path path(StagingId id) {
        return path.resolve(id.directory());
    }

    /// Where a staging is that was moved away.
    public Path provingPath(StagingId id) {
        return path.resolve(OWN).resolve(PROVING).resolve(id.value());
    }

    /// Where something else of this root is.
    public Path path(String name) {
        return path.resolve(name);
    }

    /// More of one staging than its receipt has room for.
    DurableFile sideRecord(StagingId id) {
        return new DurableFile(own, SideRecord.fileName(id), temporaries, world.randomness());
    }

    /// What is known of the content of a staging that is kept warm.
    public DurableFile warmIndex(StagingId id) {
        return new DurableFile(own, warmName(id), temporaries, world.randomness());
    }

    /// The same, read; empty where there is none.
    public Optional<BoundedFile> readWarmIndex(StagingId id, int bytesMax) throws Refusal {
        return BoundedFile.read(own, warmName(id), bytesMax);
    }

    /// Forgets it.
    public void removeWarmIndex(StagingId id) throws DiskFault {
        unlink(own, warmName(id));
    }

    /// How large the mirrors were when they were measured last.
    public DurableFile mirrorSizes() {
        return new DurableFile(own, MIRROR_SIZES, temporaries, world.randomness());
    }

    /// The same, read; empty where there is none.
    public Optional<BoundedFile> readMirrorSizes(int bytesMax) throws Refusal {
        return BoundedFile.read(own, MIRROR_SIZES, bytesMax);
    }

    private static String warmName(StagingId id) {
        return id + ".warm";
    }

    public World world() {
        return world;
    }

    /// A file of a staging, whose temporary files lie elsewhere: the Node program would keep a copy
    /// for ever that has one.
    public DurableFile file(Directory staging, String name) {
        return new DurableFile(staging, name, temporaries, world.randomness());
    }

    /// Gives what was made in the temporaries its name.
    Durability publish(String name) throws DiskFault {
        temporaries.renameNoReplace(name, directory, name); // It is there from here.
        return syncBoth(directory, temporaries); // Durable here.
    }

    /// Takes the staging away from everybody, to be looked at once more. Nobody comes in by a name
    /// any more.
    public void moveAway(StagingId id) throws DiskFault {
        directory.renameNoReplace(id.directory(), proving, id.value());
        syncBoth(proving, directory);
    }

    /// Undoes [#moveAway].
    public void bringBack(StagingId id) throws DiskFault {
        proving.renameNoReplace(id.value(), directory, id.directory());
        syncBoth(directory, proving);
    }

    /// Removes what was moved away and may go.
    public void removeMoved(StagingId id) throws DiskFault {
        proving.renameNoReplace(id.value(), removing, id.value()); // It is nobody's from here.
        syncBoth(removing, proving);
        finish(id.value());
    }

    /// Takes the staging away from everybody, and then removes it.
    ///
    /// The caller has proved that it may go. Where the disk is so full that not even a rename has
    /// room, what was copied goes first.
    public void remove(StagingId id) throws DiskFault {
        setAside(id);
        finish(id.value());
    }

    /// The first step of [#remove], which takes no time; [#finishRemovals] ends it.
    public void setAside(StagingId id) throws DiskFault {
        try {
            takeAway(id);
        } catch (DiskFault full) {
            requireFull(full);
            removePayload(id);
            takeAway(id);
        }
    }

    private void takeAway(StagingId id) throws DiskFault {
        directory.renameNoReplace(id.directory(), removing, id.value()); // It is gone from here.
        try {
            syncBoth(directory, removing); // For good from here.
        } catch (DiskFault full) {
            requireFull(full); // A power cut may bring it back, with what is left of it.
        }
    }

    /// Gives what was made among the temporaries the name `to` in another directory of this root.
    public Durability publish(String name, Directory target, String to) throws DiskFault {
        temporaries.renameNoReplace(name, target, to); // It is there from here.
        return syncBoth(target, temporaries); // Durable here.
    }

    /// Takes a directory that stands for nothing any more out of `from`, and then removes it.
    public void remove(Directory from, String name) throws DiskFault {
        String gone = name + "." + world.randomness().uuid();
        from.renameNoReplace(name, removing, gone); // It is gone from here.
        syncBoth(from, removing);
        TreeRemoval.remove(removing, gone);
    }

    private void removePayload(StagingId id) throws DiskFault {
        try (Directory staging = directory.openDirectory(id.directory())) {
            TreeRemoval.remove(staging, Staging.PAYLOAD);
        }
    }

    private static void requireFull(DiskFault fault) throws DiskFault {
        if (!fault.isFull()) {
            throw fault;
        }
    }

    private void finish(String name) throws DiskFault {
        if (StagingId.isId(name)) {
            removeSideRecord(new StagingId(name));
        }
        TreeRemoval.remove(removing, name);
    }

    void removeSideRecord(StagingId id) throws DiskFault {
        removeWarmIndex(id); // First, so that the other one leads to it after a crash.
        unlink(own, SideRecord.fileName(id));
    }

    /// Ends removals that a crash has cut off.
    ///
    /// @return how many there were
    public int finishRemovals() throws DiskFault {
        List<String> names = removing.walk(Stream::toList);
        // A killed process may have renamed without a sync: what goes now must not come back whole.
        if (!names.isEmpty()) {
            syncBoth(directory, removing);
        }
        for (String name : names) {
            finish(name);
        }
        return names.size();
    }

    /// Removes what killed processes left among the temporaries, and beside stagings that never
    /// came to be, a day ago or earlier: no write takes that long.
    public void removeOldTemporaries() throws DiskFault {
        List<String> names = temporaries.walk(Stream::toList);
        for (String name : names) {
            Optional<FileStatus> status = temporaries.status(name);
            if (status.isPresent() && isOld(status.get())) {
                removeTemporary(name, status.get().kind());
            }
        }
        for (StagingId id : own.walk(SyncRoot::sideRecords)) {
            Optional<FileStatus> status = own.status(SideRecord.fileName(id));
            if (status.isPresent()
                    && isOld(status.get())
                    && directory.status(id.directory()).isEmpty()
                    && proving.status(id.value()).isEmpty()) {
                removeSideRecord(id);
            }
        }
    }

    /// Keeps some room, so that copies can be removed when they have filled the disk.
    public void keepReserve() throws DiskFault {
        reserve.restore();
    }

    /// Gives that room up where there is little other.
    public void makeRoom() throws DiskFault {
        if (directory.availableBytes() < Reserve.BYTES) {
            reserve.giveUp();
        }
    }

    private boolean isOld(FileStatus status) {
        return status.changed().isBefore(world.clock().now().minus(TEMPORARY_AGE_MAX));
    }

    private static List<StagingId> sideRecords(Stream<String> names) {
        return names.flatMap(name -> SideRecord.idIn(name).stream()).toList();
    }

    private void removeTemporary(String name, FileKind kind) throws DiskFault {
        if (kind == FileKind.DIRECTORY) {
            TreeRemoval.remove(temporaries, name);
        } else {
            unlink(temporaries, name);
        }
    }

    private static void unlink(Directory from, String name) throws DiskFault {
        try {
            from.unlink(name);
        } catch (DiskFault fault) {
            switch (fault.errno()) {
                case ENOENT -> {} // Another process was faster.
                // Nobody of ours made it, and it would stand in the way of every removal.
                case EISDIR -> TreeRemoval.remove(from, name);
                default -> throw fault;
            }
        }
    }

    private static Durability syncBoth(Directory first, Directory second) throws DiskFault {
        return Durability.sync(first).and(Durability.sync(second));
    }

    /// Removes what was being made when that failed.
    void discard(StagingId id, IOException reason) {
        try {
            TreeRemoval.remove(temporaries, id.directory());
            if (directory.status(id.directory()).isEmpty()) {
                removeSideRecord(id);
            }
        } catch (DiskFault second) {
            reason.addSuppressed(second);
        }
    }

    @Override
    public void close() {
        removing.close();
        proving.close();
        temporaries.close();
        own.close();
        directory.close();
    }
}
