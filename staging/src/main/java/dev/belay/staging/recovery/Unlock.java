package dev.belay.staging.recovery;

import dev.belay.staging.custody.Custody;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.StagingId;
import java.io.IOException;
import java.util.List;

/// Removes the lock of a recovery that nobody can judge, on a person's word. The copy stays, for a
/// recovery with all its proofs.
///
/// - **Crash:** leaves the lock with its record, or none.
/// - **Refuses:** (`LOCK_HELD`) the lock of the living.
public final class Unlock {
    private final SyncRoot root;
    private final Owners owners;
    private final Register register;

    public Unlock(SyncRoot root, Owners owners, Register register) {
        this.root = root;
        this.owners = owners;
        this.register = register;
    }

    /// What is known of the lock, as a clause; empty where there is none. It stays.
    public String look(StagingId id) throws IOException {
        try (Custody custody = take(id)) {
            String found = custody.lockFound();
            custody.giveBack();
            return found;
        }
    }

    /// Removes the lock.
    ///
    /// @return what was known of it; empty where there was none
    public String unlock(StagingId id) throws IOException {
        try (Custody custody = take(id)) {
            String found = custody.lockFound();
            if (found.isEmpty()) {
                custody.giveBack();
                return found;
            }
            try {
                register.before(Recovery.release("staging.unlock", id, List.of(found)));
            } catch (IOException reason) {
                Recovery.giveBack(custody, reason);
                throw reason;
            }
            custody.giveBackUnlocked();
            return found;
        }
    }

    private Custody take(StagingId id) throws IOException {
        return Custody.take(root, id, owners, Demand.DISCARD)
                .orElseThrow(() -> Recovery.notFound(root, id));
    }
}
