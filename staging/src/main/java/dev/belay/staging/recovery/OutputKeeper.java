package dev.belay.staging.recovery;

import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.file.Path;

/// Brings the outputs of a command out of its copy and into the repository.
@FunctionalInterface
public interface OutputKeeper {
    /// Copies what is there, and says what it was and where it is.
    ///
    /// @param source the copy of the working tree
    /// @param repository the working tree itself
    ArtifactEvidence keep(Directory source, Path repository) throws IOException;
}
