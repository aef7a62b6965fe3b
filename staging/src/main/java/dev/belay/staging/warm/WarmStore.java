package dev.belay.staging.warm;

import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.freeze.Watch;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/// Where the indexes of warm copies are kept.
///
/// - **Atomic:** an index is there whole, or it counts for nothing and its copy is made anew.
/// - **Durable:** an index is, and what it vouches for was durable before it.
/// - **Threads:** one for each staging, whose maker it is.
public final class WarmStore {
    private static final int PRIVATE = 0700;
    private static final int ALL = 0777;
    private static final int DECIDING = 01777;

    private final SyncRoot root;

    public WarmStore(SyncRoot root) {
        this.root = root;
    }

    /// The directory of a copy in a payload, in which nothing is beside it.
    public Directory directory(Directory payload) throws DiskFault {
        for (String name : payload.walk(Stream::toList)) {
            Optional<FileStatus> status = payload.status(name);
            if (!name.equals(WarmCopy.SOURCE) && status.isPresent()) {
                CopyFolder.remove(payload, name, status.get());
            }
        }
        Optional<Directory> there = CopyFolder.open(payload, WarmCopy.SOURCE, PRIVATE);
        if (there.isPresent()) {
            return there.get();
        }
        payload.makeDirectory(WarmCopy.SOURCE, PRIVATE);
        return payload.openDirectory(WarmCopy.SOURCE);
    }

    /// A copy with what is known of it.
    ///
    /// @param source the directory that it is in
    /// @param watch told where an index cannot be used
    public WarmCopy open(StagingId id, Directory source, Watch watch) throws IOException {
        int permissions = permissions(id);
        WarmIndex known = null;
        try {
            Optional<BoundedFile> file = root.readWarmIndex(id, WarmFormat.BYTES_MAX);
            if (file.isPresent()) {
                known = bound(WarmFormat.read(file.get().bytes()), id, source);
            }
        } catch (InvalidFormat | Refusal unusable) {
            String found =
                    unusable instanceof Refusal refusal ? refusal.found() : unusable.getMessage();
            watch.notes("the index of the warm copy is not used, and all is copied: " + found);
        }
        return new WarmCopy(source, root.world().clock(), permissions, known);
    }

    private static WarmIndex bound(WarmIndex index, StagingId id, Directory source)
            throws IOException {
        if (!index.id().equals(id) || !index.source().equals(DirectoryIdentity.of(source))) {
            throw new InvalidFormat("it is of another copy");
        }
        return index;
    }

    /// Those of a directory that is made now, of which the umask decides.
    private int permissions(StagingId id) throws DiskFault {
        Directory temporaries = root.temporaries();
        String name = id + "." + root.world().randomness().uuid();
        temporaries.makeDirectory(name, ALL);
        try {
            return temporaries.status(name).orElseThrow().permissions() & DECIDING;
        } finally {
            temporaries.removeDirectory(name);
        }
    }

    /// Writes down what is known of a copy, which is durable.
    public void keep(StagingId id, WarmCopy copy) throws IOException {
        if (!copy.hasLearned()) {
            return;
        }
        byte[] index;
        try {
            index = WarmFormat.write(copy.index(id));
        } catch (InvalidFormat tooLong) {
            root.removeWarmIndex(id); // The next copy is made anew, as every one without an index.
            return;
        }
        root.warmIndex(id).replace(index, () -> {});
    }
}
