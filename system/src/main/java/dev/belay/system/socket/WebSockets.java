package dev.belay.system.socket;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/// Connections on which text goes both ways.
public interface WebSockets {
    /// What is asked for.
    ///
    /// @param uri of scheme `ws` or `wss`
    /// @param limit how long connecting may take, and later each text that is sent
    /// @param messageMax a longer text, in UTF-16 units, ends the connection
    record Request(URI uri, Duration limit, int messageMax) {
        /// Without the query, which may be secret.
        @Override
        public String toString() {
            return "connection to " + uri.getHost();
        }
    }

    /// Connects once.
    ///
    /// @throws IOException when that fails; the message names the server and no more
    WebSocket connect(Request request) throws IOException;
}
