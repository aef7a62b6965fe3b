package dev.belay.system.socket;

import java.io.IOException;
import java.time.Duration;

/// A connection on which text goes both ways.
///
/// Pings are answered behind the scenes, as long as somebody receives. What comes in is not read
/// ahead of by more than one text, so that a peer cannot fill our memory.
///
/// A peer that closed without a word is noticed within seconds, whoever was just reading what. One
/// that the network hides looks like one that says nothing: whoever has to know asks for signs of
/// life.
///
/// - **Threads:** one that receives, one that sends, and any that closes.
/// - **Interrupt:** ends the method as a failure, and stays set.
public interface WebSocket extends AutoCloseable {
    /// What came in.
    sealed interface Received {
        /// A whole text.
        record Text(String text) implements Received {
            /// Without what it says.
            @Override
            public String toString() {
                return "a text of " + text.length() + " units";
            }
        }

        /// The connection was closed in order, by this code; nothing more comes.
        record Closed(int code) implements Received {}

        /// Nothing, until the time was over.
        record Nothing() implements Received {}
    }

    /// Sends a text; once this returns it has been handed to the kernel.
    ///
    /// @throws IOException when it may not have been sent; the message never holds any of it
    void send(String text) throws IOException;

    /// Waits for what comes next.
    ///
    /// @param limit how long; zero or less to look only at what is there
    /// @throws IOException when the connection broke, or the peer sent what is no text or too long;
    ///   the message never holds any of it
    Received receive(Duration limit) throws IOException;

    /// Says that we close, and closes without waiting for an answer. Whoever receives gets `code`.
    ///
    /// @param code 1000, or 3000 to 4999
    void close(int code);

    /// Closes without a word.
    @Override
    void close();
}
