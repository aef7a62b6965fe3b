package dev.belay.staging.mirror;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DurableFile;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.removal.TreeRemoval;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The directory `mirrors`, which the Node program shares.
///
/// Whoever takes, makes, or removes a slot has the lock of all of them meanwhile. Whoever has the
/// lock of a slot needs that no more.
///
/// - **Crash:** leaves each slot whole, or none. What a slot names may be gone.
/// - **Threads:** one.
public final class Slots implements AutoCloseable {
    public static final String DIRECTORY = "mirrors";
    private static final String ALLOCATION = ".allocation.lock";
    private static final int PRIVATE = 0700;

    private final SyncRoot root;
    private final Directory directory;

    private Slots(SyncRoot root, Directory directory) {
        this.root = root;
        this.directory = directory;
    }

    /// Opens it, and makes it first where there is none.
    public static Slots open(SyncRoot root) throws IOException {
        String label = root.directory().label(DIRECTORY);
        return new Slots(root, PrivateDirectory.create(root.world(), root.path(DIRECTORY), label));
    }

    /// Opens it; empty where there is none.
    public static Optional<Slots> find(SyncRoot root) throws IOException {
        String label = root.directory().label(DIRECTORY);
        return PrivateDirectory.open(root.world(), root.path(DIRECTORY), label)
                .map(found -> new Slots(root, found));
    }

    /// The right to take, make, and remove slots; empty while somebody else has it.
    Optional<SlotLock> allocation() throws IOException {
        return SlotLock.take(directory, ALLOCATION);
    }

    /// The same, waited for.
    ///
    /// @throws Refusal `LOCK_HELD` when that took too long
    SlotLock awaitAllocation() throws IOException {
        return Patience.of(root.world())
                .until(this::allocation, Optional::isPresent)
                .orElseThrow(() ->
                        new Refusal(
                                ErrorCode.LOCK_HELD,
                                directory.label(),
                                "another run is taking or removing a mirror",
                                "run the command again"));
    }

    /// The slots that are there, each as it is now.
    public List<Slot> all() throws DiskFault {
        return all(root.directory(), directory);
    }

    /// The slots of `root`, to look at; none where there are no mirrors.
    public static List<Slot> look(Directory root) throws DiskFault {
        if (root.status(DIRECTORY).isEmpty()) {
            return List.of();
        }
        try (Directory slots = root.openDirectory(DIRECTORY)) {
            return all(root, slots);
        }
    }

    private static List<Slot> all(Directory root, Directory slots) throws DiskFault {
        List<Slot> all = new ArrayList<>();
        for (String name : slots.walk(names -> names.sorted().toList())) {
            Slot.read(root, slots, name).ifPresent(all::add);
        }
        return all;
    }

    /// What came of trying to lock a slot.
    sealed interface Answer permits HeldSlot, Answer.Missing, Answer.Busy {
        /// There is none of that key.
        record Missing() implements Answer {}

        /// Somebody else has it.
        record Busy() implements Answer {}
    }

    /// Locks a slot. The caller may take slots.
    Answer hold(Digest key) throws IOException {
        if (Slot.read(root.directory(), directory, key.hex()).isEmpty()) {
            return new Answer.Missing();
        }
        Directory slot = directory.openDirectory(key.hex());
        boolean isHeld = false;
        try {
            Optional<SlotLock> lock = SlotLock.take(slot, Slot.LOCK);
            isHeld = lock.isPresent();
            return isHeld ? new HeldSlot(this, key, slot, lock.get()) : new Answer.Busy();
        } finally {
            if (!isHeld) {
                slot.close();
            }
        }
    }

    /// Makes a slot that names `id`, and has its lock. The caller may make slots, and there is none
    /// of that key.
    HeldSlot make(Digest key, StagingId id) throws IOException {
        Directory temporaries = root.temporaries();
        String made = key.hex() + "." + root.world().randomness().uuid();
        temporaries.makeDirectory(made, PRIVATE);
        HeldSlot slot = null;
        boolean isPublished = false;
        try {
            Directory inside = temporaries.openDirectory(made);
            SlotLock lock = SlotLock.take(inside, Slot.LOCK).orElseThrow();
            slot = new HeldSlot(this, key, inside, lock);
            slot.name(id);
            root.publish(made, directory, key.hex()); // Whole, and locked, from here.
            isPublished = true;
            return slot;
        } finally {
            if (!isPublished) {
                if (slot != null) {
                    slot.close();
                }
                TreeRemoval.remove(temporaries, made);
            }
        }
    }

    SyncRoot root() {
        return root;
    }

    Directory directory() {
        return directory;
    }

    DurableFile stageOf(Directory slot) {
        return root.file(slot, Slot.STAGE);
    }

    @Override
    public void close() {
        directory.close();
    }
}
