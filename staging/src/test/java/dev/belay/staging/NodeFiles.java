package dev.belay.staging;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/// Files that the Node program wrote, byte for byte.
public final class NodeFiles {
    private NodeFiles() {}

    public static byte[] read(String name) {
        try (InputStream file = NodeFiles.class.getResourceAsStream("/node/" + name)) {
            return Objects.requireNonNull(file, name).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
