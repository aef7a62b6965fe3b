package dev.belay.staging.recovery;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.custody.Custody;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.discovery.Classification;
import dev.belay.staging.discovery.Classification.Asker;
import dev.belay.staging.discovery.OwnerState;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.discovery.ReceiptSight;
import dev.belay.staging.discovery.Standing;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.mirror.SlotGuard;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.removal.TreeTally;
import dev.belay.system.FileStatus;
import dev.belay.system.occupancy.Occupancy;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Removes a copy on a person's word, whatever is in it.
///
/// - **Crash:** as of [Recovery].
/// - **Refuses:** (`STAGING_KEPT`) one whose owner is alive, one that a process works in or has
///   open, and a mirror that a run has taken.
public final class Discard {
    private final SyncRoot root;
    private final Owners owners;
    private final Occupancy occupancy;
    private final Register register;

    public Discard(SyncRoot root, Owners owners, Occupancy occupancy, Register register) {
        this.root = root;
        this.owners = owners;
        this.occupancy = occupancy;
        this.register = register;
    }

    /// What a person should see before the word is given.
    ///
    /// @param standing why it would not go by itself
    /// @param receipt empty where none counts
    /// @param files how many files are in it
    /// @param sizeBytes of all of them
    public record Evidence(
            StagingId id,
            Standing standing,
            Optional<Receipt> receipt,
            long files,
            long sizeBytes) {
        /// A clause each.
        public List<String> clauses() {
            return List.of(standing.reason(), "%d files, %d bytes".formatted(files, sizeBytes));
        }
    }

    /// Looks at the staging, and leaves it where it is.
    public Evidence look(StagingId id) throws IOException {
        try (SlotGuard _ = SlotGuard.of(root, id, Demand.DISCARD);
                Custody custody = take(id)) {
            try {
                return look(custody);
            } finally {
                custody.giveBack();
            }
        }
    }

    /// Removes it.
    public Evidence discard(StagingId id) throws IOException {
        try (SlotGuard guard = SlotGuard.of(root, id, Demand.DISCARD);
                Custody custody = take(id)) {
            Evidence evidence;
            try {
                evidence = look(custody);
                custody.moveAway();
                requireUnused(custody);
                register.before(
                        Recovery.release("staging.discard", custody.id(), evidence.clauses()));
            } catch (IOException reason) {
                Recovery.giveBack(custody, reason);
                throw reason;
            }
            custody.remove();
            guard.removeSlot();
            return evidence;
        }
    }

    private Custody take(StagingId id) throws IOException {
        return Custody.take(root, id, owners, Demand.DISCARD)
                .orElseThrow(() -> Recovery.notFound(root, id));
    }

    private Evidence look(Custody custody) throws IOException {
        Optional<Receipt> receipt = custody.receipt();
        Standing standing = Standing.UNKNOWN;
        if (receipt.isPresent()) {
            OwnerState owner = custody.judgeOwner(owners, receipt.get());
            standing =
                    Classification.of(ReceiptSight.of(receipt.get(), owner, false), Asker.OPERATOR);
            if (owner == OwnerState.PRESENT && !receipt.get().isIdleMirror()) {
                throw Dossier.kept(custody, standing.reason(), standing.remedy());
            }
        }
        if (receipt.isEmpty() && custody.isMakerAlive(owners)) {
            throw Dossier.kept(custody, Standing.ACTIVE.reason(), Standing.ACTIVE.remedy());
        }
        TreeTally tally = TreeTally.of(custody.directory());
        return new Evidence(custody.id(), standing, receipt, tally.files(), tally.sizeBytes());
    }

    /// What cannot be looked into is left to the person who gives the word.
    private void requireUnused(Custody custody) throws IOException {
        FileStatus top = custody.directory().status();
        Occupancy.Tree tree =
                new Occupancy.Tree(custody.path(), top.device(), Set.of(top.inode()), Instant.MAX);
        Optional<Occupancy.Use> use = occupancy.of(tree).filter(Occupancy.Use::isCertain);
        if (use.isPresent()) {
            throw new Refusal(
                    ErrorCode.STAGING_KEPT,
                    custody.directory().label(),
                    "process %d %s".formatted(use.get().pid(), use.get().how()),
                    "end it, and run the command again");
        }
    }
}
