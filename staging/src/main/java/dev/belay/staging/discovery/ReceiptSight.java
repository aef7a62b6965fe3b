package dev.belay.staging.discovery;

import dev.belay.staging.discovery.Sight.Known;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.Receipt.Kind;

/// What a receipt shows of its staging. Decisions know no receipts, only what they show.
public final class ReceiptSight {
    private ReceiptSight() {}

    /// All that a standing depends on.
    ///
    /// @param isBeingRecovered whether a recovery lock is in it
    public static Sight of(Receipt receipt, OwnerState owner, boolean isBeingRecovered) {
        return new Sight(
                receipt.progress(),
                owner,
                new Known(
                        receipt.isDurable(),
                        receipt.evidence().knownManifest().isPresent(),
                        receipt.evidence().knownClaims().isPresent(),
                        receipt.evidence().knownWitness().isPresent()),
                receipt.kind() == Kind.CAPSULE,
                receipt.isIdleMirror(),
                isBeingRecovered);
    }
}
