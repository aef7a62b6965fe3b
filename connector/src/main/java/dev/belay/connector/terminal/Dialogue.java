package dev.belay.connector.terminal;

import java.io.IOException;
import java.util.Optional;

/// Lines from somebody, and texts to them.
///
/// - **Threads:** one reads while others write.
public interface Dialogue {
    /// The next line, without its end; empty when nothing more comes.
    Optional<String> read() throws IOException;

    /// Writes a text on lines of its own, all of it or with a failure.
    void write(String text) throws IOException;
}
