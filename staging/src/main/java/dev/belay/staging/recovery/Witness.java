package dev.belay.staging.recovery;

import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.receipt.SourceWitness;
import java.io.IOException;
import java.nio.file.Path;

/// Proves that a Git ref holds what was copied, whatever becomes of the copy.
public interface Witness {
    /// Proves that the commit behind `said` holds every file of `source`, mode and content, and
    /// none of what it has deleted, in a repository that needs nothing of the copy.
    ///
    /// Nothing in the copy is opened, so that it may be moved afterwards.
    ///
    /// @param copy the directory of the staging, which the repository may not overlap
    /// @throws IOException where that is not so, or cannot be shown
    Verified verify(SourceWitness said, FrozenSource source, Path copy) throws IOException;

    /// What was verified.
    interface Verified {
        /// Returns when nothing that the proof rests on has changed since. Asked right before the
        /// first removal; quick beside the proof.
        ///
        /// @throws IOException where something has, or that cannot be shown
        void revalidate() throws IOException;
    }
}
