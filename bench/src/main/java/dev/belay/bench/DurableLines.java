package dev.belay.bench;

import java.io.IOException;

/// Something that takes one line after the other, each durable before it returns.
interface DurableLines extends AutoCloseable {
    /// Appends one line, and returns when it survives a power cut.
    void append() throws IOException;

    @Override
    void close();
}
