package dev.belay.staging.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import java.io.IOException;

/// A slot whose lock is ours, until it is closed or the process ends.
final class HeldSlot implements Slots.Answer, AutoCloseable {
    private final Slots slots;
    private final Digest key;
    private final Directory directory;
    private final SlotLock lock;

    HeldSlot(Slots slots, Digest key, Directory directory, SlotLock lock) {
        this.slots = slots;
        this.key = key;
        this.directory = directory;
        this.lock = lock;
    }

    Slots slots() {
        return slots;
    }

    Digest key() {
        return key;
    }

    DirectoryIdentity identity() throws DiskFault {
        return DirectoryIdentity.of(directory);
    }

    /// What is in it now.
    Slot read() throws DiskFault {
        return Slot.read(slots.root().directory(), directory, key);
    }

    /// From now on it names this staging, which need not be there yet.
    void name(StagingId id) throws IOException {
        byte[] text = (id.value() + "\n").getBytes(UTF_8);
        Durability written = slots.stageOf(directory).replace(text, () -> {});
        if (written != Durability.DURABLE) {
            throw new Refusal(
                    ErrorCode.STAGING_KEPT,
                    directory.label(),
                    "may not survive a power cut on this file system",
                    "");
        }
    }

    /// Returns when the slot is in its place, and its lock ours.
    void requireOwned() throws IOException {
        boolean isOwned = lock.isNamed();
        try (Directory named = slots.directory().openDirectory(key.hex())) {
            isOwned &= DirectoryIdentity.of(named).equals(identity());
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT) {
                throw fault;
            }
            isOwned = false;
        }
        if (!isOwned) {
            throw new Refusal(
                    ErrorCode.LOCK_LOST,
                    directory.label(),
                    "is another slot than the one that was locked",
                    "find out who replaced it");
        }
    }

    /// Removes the slot. What it names is gone, or left to a recovery.
    void remove() throws IOException {
        requireOwned();
        slots.root().remove(slots.directory(), key.hex());
    }

    @Override
    public void close() {
        lock.close();
        directory.close();
    }
}
