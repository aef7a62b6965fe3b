package dev.belay.staging.run;

import dev.belay.staging.custody.Custody;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.occupancy.Occupancy;
import java.io.IOException;
import java.util.List;

/// Writes down that nobody works any more in a copy that was made for others.
///
/// - **Crash:** leaves it in use, or settled.
/// - **Refuses:** (`STAGING_KEPT`) one whose maker may be alive, and one that a process uses.
public final class Settlement {
    private final SyncRoot root;
    private final Owners owners;
    private final Occupancy occupancy;

    public Settlement(SyncRoot root, Owners owners, Occupancy occupancy) {
        this.root = root;
        this.owners = owners;
        this.occupancy = occupancy;
    }

    /// One that is settled already stays so.
    public void settle(StagingId id) throws IOException {
        try (Custody custody = LeftCopy.take(root, id, owners)) {
            try {
                settle(custody);
            } catch (IOException reason) {
                LeftCopy.giveBack(custody, reason);
                throw reason;
            }
            custody.giveBack();
        }
    }

    private void settle(Custody custody) throws IOException {
        Receipt receipt = LeftCopy.receipt(custody, owners);
        LeftCopy.requireUsed(custody, receipt);
        if (receipt.progress().users() == Users.SETTLED) {
            return;
        }
        LeftCopy.requireUnused(custody, occupancy);
        try (Staging staging = Creation.reopen(root, receipt)) {
            staging.settled(List.of());
        }
    }
}
