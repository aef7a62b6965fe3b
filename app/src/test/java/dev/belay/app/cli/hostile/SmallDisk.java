package dev.belay.app.cli.hostile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// A file system of its own at a directory, which can be filled and made read-only.
public final class SmallDisk implements AutoCloseable {
    private final Path place;
    private final boolean isThere;

    private SmallDisk(Path place, boolean isThere) {
        this.place = place;
        this.isThere = isThere;
    }

    /// Mounts one, if this user may.
    ///
    /// @param options of a tmpfs
    public static SmallDisk at(Path place, String options) throws IOException {
        Files.createDirectories(place);
        return new SmallDisk(
                place,
                run("mount", "-t", "tmpfs", "-o", "mode=0700," + options, "tmpfs", "" + place));
    }

    public boolean isThere() {
        return isThere;
    }

    /// Writes until not one byte more can be written.
    public void fill() throws IOException {
        Path filling = place.resolve("filling");
        byte[] block = new byte[4096];
        try (OutputStream out = Files.newOutputStream(filling)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("No space left")) {
                throw e;
            }
        }
    }

    /// Makes files until not one more can be made.
    void fillNames() throws IOException {
        Path filling = Files.createDirectory(place.resolve("fillings"));
        Files.setPosixFilePermissions(filling, PosixFilePermissions.fromString("rwx------"));
        try {
            for (int i = 0; ; i++) {
                Files.createFile(filling.resolve("" + i));
            }
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("No space left")) {
                throw e;
            }
        }
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
            Process process =
                    new ProcessBuilder(words)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor() == 0;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
