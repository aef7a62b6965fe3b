package dev.belay.staging.mirror;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.identity.Identities;
import dev.belay.staging.custody.Custody;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.custody.Siblings;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.SideRecords;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.MirrorUse;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.RecoveryOwner;
import dev.belay.staging.receipt.SideRecord;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.Optional;

/// Takes the mirror of a repository for one run.
///
/// - **Crash:** leaves the mirror handed over as it was; or a slot whose owner is gone, which the
///   next run takes back, with a copy into which nobody was let.
/// - **Threads:** one.
/// - **Refuses:** nothing: where there is no mirror to be had, the run is told why, and makes a
///   copy of its own.
public final class Mirrors {
    private final SyncRoot root;
    private final Owners owners;
    private final Retention retention;

    public Mirrors(SyncRoot root, Owners owners, Retention retention) {
        this.root = root;
        this.owners = owners;
        this.retention = retention;
    }

    /// What a run gets.
    public sealed interface Answer permits Taken, Unavailable {}

    /// No mirror.
    ///
    /// @param why as the middle of a sentence
    /// @param isBusy whether it may be had a little later
    public record Unavailable(String why, boolean isBusy) implements Answer {}

    /// Takes the mirror of `repository`, waiting a little where another run has it.
    public Answer take(Origin repository) {
        if (new Identities(root.world().processes()).processDomain().isEmpty()) {
            return unavailable("nobody could tell later whether this process is gone");
        }
        try {
            return take(Slots.open(root), repository);
        } catch (IOException failure) {
            return unavailable(String.valueOf(failure.getMessage()));
        }
    }

    private Answer take(Slots slots, Origin repository) throws IOException {
        boolean isTaken = false;
        try {
            Answer answer =
                    Patience.of(root.world())
                            .until(() -> attempt(slots, repository), Mirrors::isWorth);
            isTaken = answer instanceof Taken;
            return answer;
        } finally {
            if (!isTaken) {
                slots.close();
            }
        }
    }

    private static Unavailable unavailable(String why) {
        return new Unavailable(why, false);
    }

    private static boolean isWorth(Answer answer) {
        return !(answer instanceof Unavailable(String _, boolean isBusy) && isBusy);
    }

    private Answer attempt(Slots slots, Origin repository) throws IOException {
        Digest key = Slot.keyOf(repository.path());
        StagingId fresh = Creation.newId(root);
        boolean isMade = false;
        HeldSlot held;
        Optional<SlotLock> allocation = slots.allocation();
        if (allocation.isEmpty()) {
            return new Unavailable("another run is taking or removing a mirror", true);
        }
        try (SlotLock _ = allocation.get()) {
            switch (slots.hold(key)) {
                case Slots.Answer.Busy _ -> {
                    return new Unavailable("another run is using it", true);
                }
                case HeldSlot found -> held = found;
                case Slots.Answer.Missing _ -> {
                    if (!retention.makeRoom(slots)) {
                        return unavailable(
                                "there are %d that cannot go now: see belay staging mirrors"
                                        .formatted(Limits.SLOTS_MAX));
                    }
                    held = slots.make(key, fresh);
                    isMade = true;
                }
            }
        }
        return occupy(held, isMade, fresh, repository);
    }

    private Answer occupy(HeldSlot held, boolean isMade, StagingId fresh, Origin repository)
            throws IOException {
        boolean isOccupied = false;
        try {
            root.finishRemovals(); // Of what had to make room.
            Slot slot = held.read();
            MirrorUse use =
                    new MirrorUse(
                            held.key(), slot.identity(), false, root.world().clock().now(), null);
            Optional<Staging> warm = warm(slot, repository, use);
            Staging staging;
            if (warm.isPresent()) {
                staging = warm.get();
            } else {
                if (!isMade) {
                    clear(slot);
                    held.name(fresh); // A crash leaves a slot that names nothing, and no copy.
                }
                staging = Creation.createMirror(root, fresh, repository, use);
            }
            isOccupied = true;
            Optional<StagingId> left = warm.isPresent() ? Optional.empty() : left(slot);
            return new Taken(held, staging, warm.isPresent(), left);
        } finally {
            if (!isOccupied) {
                held.close();
            }
        }
    }

    /// What the last owner has handed over or put back, if it is whole.
    private Optional<Staging> warm(Slot slot, Origin repository, MirrorUse use) throws IOException {
        boolean isLeft = slot.state() == Slot.State.IDLE || isPutBack(root.directory(), slot);
        if (!isLeft || !slot.isOfBelay()) {
            return Optional.empty();
        }
        Receipt idle = slot.known().orElseThrow();
        try {
            requireWhole(idle.id());
            return Optional.of(Creation.adopt(root, idle, repository, use));
        } catch (Refusal notWhole) {
            return Optional.empty(); // Not known to be ours to remove: it is left where it is.
        }
    }

    /// Whether the run that had it failed to bring it up to date, and let go of it. It wrote that
    /// down itself: nothing that it had started was at work any more.
    ///
    /// @param copies the directory of all stagings
    public static boolean isPutBack(Directory copies, Slot slot) {
        Optional<Receipt> receipt = slot.known();
        if (slot.state() != Slot.State.TAKEN || receipt.isEmpty() || !receipt.get().isDurable()) {
            return false;
        }
        try {
            return receipt.get().progress().users() == Progress.Users.NONE
                    && SideRecords.read(copies, receipt.get().id())
                            .filter(SideRecord::isPutBack)
                            .isPresent();
        } catch (IOException _) {
            return false; // Nobody can tell: it is made anew.
        }
    }

    private void requireWhole(StagingId id) throws IOException {
        try (Directory copy = root.directory().openDirectory(id.directory())) {
            Siblings.requireOfMirror(copy);
            if (copy.status(RecoveryOwner.DIRECTORY).isEmpty()) {
                return;
            }
        }
        // A recovery was cut off before it removed anything: its lock goes, if it is dead.
        Optional<Custody> custody = Custody.take(root, id, owners, Demand.RECOVER);
        if (custody.isPresent()) {
            try (Custody taken = custody.get()) {
                taken.giveBack();
            }
        }
    }

    /// Removes the copy that a slot names, where nobody can need it. Else it stays, and the slot
    /// will name another one.
    private void clear(Slot slot) throws IOException {
        if (slot.state() == Slot.State.UNKNOWN && slot.named().isEmpty()) {
            throw new Refusal(
                    ErrorCode.STAGING_KEPT,
                    "its slot",
                    "something is in it that is not known here",
                    "look at mirrors/" + slot.key().hex());
        }
        if (slot.state() == Slot.State.TAKEN && Retention.isDisposable(owners, root, slot)) {
            StagingId id = slot.named().orElseThrow();
            try (Directory copy = root.directory().openDirectory(id.directory())) {
                Siblings.requireOfMirror(copy);
            } catch (Refusal unknown) {
                return;
            }
            root.remove(id);
        }
    }

    /// The copy that an earlier run left, and that stays.
    private Optional<StagingId> left(Slot slot) throws IOException {
        Optional<StagingId> id = slot.state() == Slot.State.FREE ? Optional.empty() : slot.named();
        return id.isPresent() && root.directory().status(id.get().directory()).isPresent()
                ? id
                : Optional.empty();
    }
}
