package dev.belay.staging.recovery;

import dev.belay.staging.receipt.ClaimNamespace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Asks the lease tool who claims a copy.
public interface Claims {
    /// The leases whose repository is the copy or lies in it; empty when there is positively none.
    ///
    /// @param namespace where the tool keeps its claims
    /// @param copy the directory of the staging, which is there
    /// @throws IOException when the tool fails, or cannot be believed: then nobody knows, and
    ///   nothing is recorded
    List<String> on(ClaimNamespace namespace, Path copy) throws IOException;
}
