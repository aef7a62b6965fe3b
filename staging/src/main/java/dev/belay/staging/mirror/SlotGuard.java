package dev.belay.staging.mirror;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.custody.Receipts;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.MirrorUse;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps runs away from a copy while a recovery has it, where it is the mirror of a slot.
///
/// A copy that no slot names is no mirror any more, whatever its receipt says, and never becomes
/// one again.
public final class SlotGuard implements AutoCloseable {
    private final @Nullable Slots slots;
    private final @Nullable HeldSlot slot;

    private SlotGuard(@Nullable Slots slots, @Nullable HeldSlot slot) {
        this.slots = slots;
        this.slot = slot;
    }

    /// Takes the lock of the slot that names the copy `id`, if there is one.
    ///
    /// @param demand on whose word; nobody's waits for nobody
    /// @throws Refusal `LOCK_HELD` when a run has it
    public static SlotGuard of(SyncRoot root, StagingId id, Demand demand) throws IOException {
        Optional<MirrorUse> use = use(root, id);
        Optional<Slots> found = use.isEmpty() ? Optional.empty() : Slots.find(root);
        if (use.isEmpty() || found.isEmpty()) {
            return new SlotGuard(null, null);
        }
        Slots slots = found.get();
        SlotGuard guard = null;
        try (SlotLock _ = allocation(slots, demand)) {
            Optional<Slot> seen =
                    Slot.read(root.directory(), slots.directory(), use.get().key().hex());
            boolean isNamed = seen.flatMap(Slot::named).filter(id::equals).isPresent();
            guard = new SlotGuard(slots, isNamed ? hold(slots, use.get()) : null);
            return guard;
        } finally {
            if (guard == null) {
                slots.close();
            }
        }
    }

    private static SlotLock allocation(Slots slots, Demand demand) throws IOException {
        return demand == Demand.NONE
                ? slots.allocation().orElseThrow(SlotGuard::inUse)
                : slots.awaitAllocation();
    }

    private static @Nullable HeldSlot hold(Slots slots, MirrorUse use) throws IOException {
        return switch (slots.hold(use.key())) {
            case HeldSlot held -> held;
            case Slots.Answer.Missing _ -> null;
            case Slots.Answer.Busy _ -> throw inUse();
        };
    }

    private static Refusal inUse() {
        return new Refusal(
                ErrorCode.LOCK_HELD,
                "its mirror",
                "a run is using it, or is taking one",
                "run the command again when that has ended");
    }

    /// What a copy says of the slot that it is for; empty for a copy that is no mirror.
    private static Optional<MirrorUse> use(SyncRoot root, StagingId id) throws DiskFault {
        Optional<Receipt> receipt = receipt(root.directory(), id.directory(), id);
        if (receipt.isEmpty()) {
            receipt = receipt(root.proving(), id.value(), id);
        }
        return receipt.flatMap(Receipt::knownMirror);
    }

    private static Optional<Receipt> receipt(Directory parent, String name, StagingId id)
            throws DiskFault {
        try (Directory staging = parent.openDirectory(name)) {
            return Receipts.read(staging, id);
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT || fault.errno() == Errno.ENOTDIR) {
                return Optional.empty();
            }
            throw fault;
        }
    }

    /// Removes the slot, if there is one, now that its copy is gone.
    public void removeSlot() throws IOException {
        if (slot != null) {
            slot.remove();
        }
    }

    @Override
    public void close() {
        if (slot != null) {
            slot.close();
        }
        if (slots != null) {
            slots.close();
        }
    }
}
