package dev.belay.staging.recovery;

import dev.belay.staging.content.Footprint;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.receipt.Receipt;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Proves that nothing is lost with the content of a copy.
public interface ContentProof {
    /// A copy that is in the hands of a recovery.
    ///
    /// @param payload what it holds; outputs in it are proved elsewhere where a command has settled
    /// @param place the directory of the staging, as others know it
    record Copy(Receipt receipt, Manifest manifest, Directory payload, Path place) {}

    /// Whether it needs no witness that the receipt names.
    boolean bringsWitness();

    /// Proves it while the copy is in its place.
    ///
    /// @throws IOException where it is not so, or cannot be shown
    Proved prove(Copy copy) throws IOException;

    /// What was proved.
    interface Proved {
        /// Returns when the copy, which nobody can reach any more, is still what was proved.
        void again(Directory payload) throws IOException;

        /// Returns when what the proof rests on elsewhere is still so; asked right before the first
        /// removal.
        void revalidate() throws IOException;

        /// What is in the payload.
        Footprint footprint();

        /// For a person and for the audit log, a clause each.
        List<String> grounds();
    }
}
