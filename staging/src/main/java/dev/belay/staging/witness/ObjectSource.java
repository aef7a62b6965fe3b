package dev.belay.staging.witness;

import dev.belay.staging.git.GitObject;
import dev.belay.staging.git.ObjectReader;
import java.io.IOException;
import java.util.List;

/// Where the bytes of objects come from. Whether they are what the names say is not its matter.
interface ObjectSource {
    /// Hands over objects in this order.
    void read(List<GitObject> objects, ObjectReader.Receiver receiver) throws IOException;
}
