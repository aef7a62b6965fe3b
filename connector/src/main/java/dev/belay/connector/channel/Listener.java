package dev.belay.connector.channel;

import dev.belay.connector.turn.Incoming;
import java.io.IOException;

/// Whoever wants to know what happens on a channel. Called by one thread at a time.
///
/// None of these may take longer than a few seconds: the signs of life that keep a connection wait
/// meanwhile. Reading a history, for one, is for another thread. But where too many messages wait,
/// the next one is not taken until fewer do, whatever becomes of the connection.
public interface Listener {
    /// The channel is connected.
    ///
    /// @param self our own id there
    /// @param isContinued whether everything since the last connection is shown or was; else
    ///   messages may have been missed, and the history has them
    void connected(String self, boolean isContinued) throws IOException;

    /// A message. Once this returns it counts as received, and need not be shown again after a
    /// crash.
    ///
    /// @throws IOException when it could not be written down; it is shown again
    void received(Incoming message) throws IOException;

    /// A message of ours was seen that has this nonce.
    void delivered(String nonce, String messageId) throws IOException;
}
