package dev.belay.staging.mirror;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import dev.belay.staging.custody.Siblings;
import dev.belay.staging.discovery.OwnerState;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.removal.TreeTally;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// For how long mirrors are kept, and which go first: those of repositories that are gone, then
/// those that were used the longest time ago.
///
/// What a run has handed over may go, by whose program it was made. A mirror of Belay that nobody
/// handed over loses its slot once its owner is gone; its copy goes with it where no command was
/// ever let in, and else stays for a recovery, as any copy.
///
/// - **Crash:** leaves the mirror whole; or a slot that names nothing, which goes next time.
/// - **Threads:** one.
public final class Retention {
    private static final String EMPTY = "it names no copy";
    private static final Comparator<Slot> LEAST_RECENTLY_USED =
            Comparator.comparing(Slot::lastUsed).thenComparing(slot -> slot.key().hex());

    private final SyncRoot root;
    private final Owners owners;
    private final Limits limits;
    private final Ledger ledger;

    public Retention(SyncRoot root, Owners owners, Limits limits, Ledger ledger) {
        this.root = root;
        this.owners = owners;
        this.limits = limits;
        this.ledger = ledger;
    }

    /// What became of one mirror.
    ///
    /// @param why it went, or is kept, as the middle of a sentence
    public record Eviction(Slot slot, boolean isGone, String why) {}

    /// Removes the mirror with this key, on a person's word.
    public Eviction evict(Digest key) throws IOException {
        Optional<Slots> found = Slots.find(root);
        if (found.isEmpty()) {
            throw notFound(key);
        }
        try (Slots slots = found.get();
                SlotLock _ = slots.awaitAllocation()) {
            Slot slot =
                    Slot.read(root.directory(), slots.directory(), key.hex())
                            .orElseThrow(() -> notFound(key));
            return evict(slots, slot, "it was asked for");
        } finally {
            root.finishRemovals();
        }
    }

    /// Removes each that nobody uses.
    public List<Eviction> evictIdle() throws IOException {
        List<Eviction> evictions = new ArrayList<>();
        Optional<Slots> found = Slots.find(root);
        if (found.isPresent()) {
            try (Slots slots = found.get();
                    SlotLock _ = slots.awaitAllocation()) {
                for (Slot slot : inOrder(slots.all())) {
                    evictions.add(evict(slots, slot, "it was asked for"));
                }
            } finally {
                root.finishRemovals();
            }
        }
        return evictions;
    }

    /// Removes what nobody has used for too long, and what takes too much space; waits for nobody.
    ///
    /// Costs little: a look at the files of mirrors that were used since the last one.
    public List<Eviction> trim() throws IOException {
        List<Eviction> evictions = new ArrayList<>();
        Optional<Slots> found = Slots.find(root);
        if (found.isEmpty()) {
            return evictions;
        }
        try (Slots slots = found.get()) {
            Optional<SlotLock> allocation = slots.allocation();
            if (allocation.isEmpty()) {
                return evictions;
            }
            try (SlotLock _ = allocation.get()) {
                trimBytes(slots, trimOld(slots, evictions), evictions);
            }
        } finally {
            root.finishRemovals();
        }
        return evictions;
    }

    /// @return what is left, in order
    private List<Slot> trimOld(Slots slots, List<Eviction> evictions) throws IOException {
        Instant oldest = root.world().clock().now().minus(limits.ageMax());
        List<Slot> left = new ArrayList<>();
        for (Slot slot : inOrder(slots.all())) {
            boolean isOver =
                    slot.state() == Slot.State.IDLE
                            || (slot.state() == Slot.State.TAKEN && parts(slot).isEmpty());
            boolean isOld = isOver && slot.lastUsed().isBefore(oldest);
            Eviction eviction =
                    isOld || slot.state() == Slot.State.FREE
                            ? evict(slots, slot, isOld ? "nobody used it lately" : EMPTY)
                            : kept(slot, "");
            if (eviction.isGone()) {
                evictions.add(eviction);
            } else {
                left.add(slot);
            }
        }
        return left;
    }

    private void trimBytes(Slots slots, List<Slot> ordered, List<Eviction> evictions)
            throws IOException {
        Map<Slot, Long> sizes = KnownSizes.of(root).measured(ordered);
        long total = sizes.values().stream().mapToLong(Long::longValue).sum();
        for (Slot slot : ordered) {
            if (total > limits.bytesMax() && slot.state() == Slot.State.IDLE) {
                Eviction eviction = evict(slots, slot, "mirrors take more space than they may");
                if (eviction.isGone()) {
                    evictions.add(eviction);
                    total -= sizes.getOrDefault(slot, 0L);
                }
            }
        }
    }

    /// How much is in what a slot names.
    ///
    /// @param copies the directory of all stagings
    public static long sizeBytes(Directory copies, Slot slot) throws DiskFault {
        if (slot.known().isEmpty() || slot.named().isEmpty()) {
            return 0;
        }
        try (Directory copy = copies.openDirectory(slot.named().get().directory())) {
            return TreeTally.of(copy).sizeBytes();
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return 0;
            }
            throw fault;
        }
    }

    /// Whether there is room for one more slot, now if not before. The caller may remove slots, and
    /// ends removals afterwards.
    boolean makeRoom(Slots slots) throws IOException {
        List<Slot> all = slots.all();
        int count = all.size();
        for (Slot slot : inOrder(all)) {
            if (count < Limits.SLOTS_MAX) {
                break;
            }
            if (evict(slots, slot, "there are %d others".formatted(count)).isGone()) {
                count--;
            }
        }
        return count < Limits.SLOTS_MAX;
    }

    private List<Slot> inOrder(List<Slot> slots) {
        List<Slot> gone = new ArrayList<>();
        List<Slot> others = new ArrayList<>();
        for (Slot slot : slots) {
            (isOfNothing(slot) ? gone : others).add(slot);
        }
        gone.sort(LEAST_RECENTLY_USED);
        others.sort(LEAST_RECENTLY_USED);
        gone.addAll(others);
        return gone;
    }

    /// Whether the repository is positively gone.
    private boolean isOfNothing(Slot slot) {
        Optional<String> repository = slot.repository();
        if (repository.isEmpty()) {
            return false;
        }
        try (Directory _ = root.world().disk().open(Path.of(repository.get()), "")) {
            return false;
        } catch (DiskFault fault) {
            return fault.errno() == Errno.ENOENT;
        }
    }

    /// Removes one, where it may go. What cannot be verified is kept, and told.
    private Eviction evict(Slots slots, Slot seen, String why) throws IOException {
        try {
            return switch (slots.hold(seen.key())) {
                case Slots.Answer.Missing _ -> kept(seen, "it is gone already");
                case Slots.Answer.Busy _ -> kept(seen, "a run is using it");
                case HeldSlot held -> {
                    try (held) {
                        yield evict(held, held.read(), why);
                    }
                }
            };
        } catch (Refusal refusal) {
            if (refusal.code() == ErrorCode.BRAKED) {
                throw refusal;
            }
            return kept(seen, String.valueOf(refusal.getMessage()));
        }
    }

    private Eviction evict(HeldSlot held, Slot slot, String why) throws IOException {
        switch (slot.state()) {
            case UNKNOWN -> {
                return kept(slot, "something is in it that is not known here");
            }
            case FREE -> {}
            case IDLE -> dispose(slot, why);
            case TAKEN -> {
                Optional<String> reason = parts(slot);
                if (reason.isPresent()) {
                    return kept(slot, reason.get());
                }
                if (isDisposable(owners, root, slot)) {
                    dispose(slot, why);
                }
            }
        }
        held.remove();
        return new Eviction(slot, true, why);
    }

    /// Why a slot and what it names may not part; empty when they may.
    private Optional<String> parts(Slot slot) {
        if (!slot.isOfBelay()) {
            return Optional.of("no run has handed it over");
        }
        OwnerState owner = owners.judge(slot.known().orElseThrow(), root.directory());
        return owner == OwnerState.ABSENT
                ? Optional.empty()
                : Optional.of("whoever took it may be alive");
    }

    /// Whether the copy that a slot of ours names was left by an owner that is gone before any
    /// command was let in.
    static boolean isDisposable(Owners owners, SyncRoot root, Slot slot) {
        Optional<Receipt> receipt = slot.known();
        if (receipt.isEmpty() || !slot.isOfBelay()) {
            return false;
        }
        Progress progress = receipt.get().progress();
        boolean isUnused = progress.users() == Users.NONE;
        boolean isFree = progress.hold() == null || progress.hold() == Hold.REGISTRATION;
        return isUnused
                && isFree
                && owners.judge(receipt.get(), root.directory()) == OwnerState.ABSENT;
    }

    private void dispose(Slot slot, String why) throws IOException {
        StagingId id = slot.named().orElseThrow();
        try (Directory copy = root.directory().openDirectory(id.directory())) {
            Siblings.requireOfMirror(copy);
        }
        ledger.before(
                new AuditEvent(
                        "staging.evict",
                        id.value(),
                        JsonObject.builder()
                                .put("mirror", slot.key().hex())
                                .put("repository", slot.repository().orElse(""))
                                .put("reason", why)
                                .build()));
        root.setAside(id);
    }

    private static Eviction kept(Slot slot, String why) {
        return new Eviction(slot, false, why);
    }

    private static Refusal notFound(Digest key) {
        return new Refusal(
                ErrorCode.STAGING_NOT_FOUND,
                key.hex(),
                "there is no such mirror",
                "belay staging mirrors lists those that are there");
    }
}
