package dev.belay.staging.recovery;

import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.receipt.Origin;
import dev.belay.system.Directory;
import java.io.IOException;

/// Brings the outputs of a command out of its copy and into the repository.
@FunctionalInterface
public interface OutputKeeper {
    /// Copies what is there, and says what it was and where it is.
    ///
    /// @param source the copy of the working tree
    ArtifactEvidence keep(Directory source, Origin repository) throws IOException;
}
