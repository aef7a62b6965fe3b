package dev.belay.system.program;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// The beginning of what a program wrote.
final class Kept implements Filters.Sink {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int bytesMax;

    Kept(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    @Override
    public void take(byte[] piece, int length) {
        bytes.write(piece, 0, Math.min(length, bytesMax - bytes.size()));
    }

    /// With U+FFFD for what is not UTF-8.
    String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
