package dev.belay.discord.gateway;

import dev.belay.core.json.JsonObject;
import java.io.IOException;

/// Whoever takes what comes on the gateway.
public interface Dispatches {
    /// We are connected.
    ///
    /// @param self our own id
    /// @param isContinued whether nothing was missed
    void connected(String self, boolean isContinued) throws IOException;

    /// An event.
    ///
    /// @throws IOException when it could not be taken; it comes again
    void dispatched(String name, JsonObject content) throws IOException;
}
