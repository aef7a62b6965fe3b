package dev.belay.staging.discovery;

import dev.belay.staging.receipt.Progress;

/// All that a staging's standing depends on, as it was seen at one moment.
///
/// @param isCapsule whether it was made by copying files
/// @param isIdleMirror whether its last owner handed it over for the next run
/// @param isBeingRecovered whether a recovery lock is in it
public record Sight(
        Progress progress,
        OwnerState owner,
        Known known,
        boolean isCapsule,
        boolean isIdleMirror,
        boolean isBeingRecovered) {
    /// What is recorded of a staging.
    ///
    /// @param isDurable whether every write so far survives a power cut
    public record Known(
            boolean isDurable, boolean hasManifest, boolean hasClaims, boolean hasWitness) {}

    /// The same, where a witness is known that the receipt does not name.
    public Sight withWitness() {
        Known more = new Known(known.isDurable(), known.hasManifest(), known.hasClaims(), true);
        return new Sight(progress, owner, more, isCapsule, isIdleMirror, isBeingRecovered);
    }
}
