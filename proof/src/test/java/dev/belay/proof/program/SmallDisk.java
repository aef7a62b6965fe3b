package dev.belay.proof.program;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A file system of its own at a directory, which can be filled and made read-only.
public final class SmallDisk implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Path place;
    private final boolean isThere;

    private SmallDisk(Path place, boolean isThere) {
        this.place = place;
        this.isThere = isThere;
    }

    /// Mounts one, if this user may.
    public static SmallDisk at(Path place, String size) throws IOException {
        Files.createDirectories(place);
        String options = "mode=0700,size=" + size;
        return new SmallDisk(
                place, run("mount", "-t", "tmpfs", "-o", options, "tmpfs", "" + place));
    }

    public boolean isThere() {
        return isThere;
    }

    private Path filling() {
        return place.resolve("filling");
    }

    /// Writes until not one byte more can be written.
    public void fill() throws IOException {
        byte[] block = new byte[4096];
        try (OutputStream out = Files.newOutputStream(filling())) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("No space left")) {
                throw e;
            }
        }
    }

    public void makeRoom() throws IOException {
        Files.delete(filling());
    }

    public void makeReadOnly() throws IOException {
        if (!run("mount", "-o", "remount,ro", "" + place)) {
            throw new IOException("cannot be made read-only: " + place);
        }
    }

    @Override
    public void close() throws IOException {
        if (isThere && !run("umount", "-l", "" + place)) {
            throw new IOException("cannot be unmounted: " + place);
        }
    }

    private static boolean run(String... words) throws IOException {
        try {
            return Ran.of(List.of(words), Map.of(), LIMIT).exit() == 0;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
