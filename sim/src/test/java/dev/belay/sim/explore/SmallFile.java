package dev.belay.sim.explore;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;

/// Reads and writes small files, rightly; what the samples of this package are made of.
final class SmallFile {
    private SmallFile() {}

    /// Creates a file with all of the text, and syncs it when told to.
    static void create(Directory directory, String name, String text, boolean syncs)
            throws DiskFault {
        try (OpenFile file =
                directory.open(
                        name, 0600, OpenOption.WRITE, OpenOption.CREATE, OpenOption.EXCLUSIVE)) {
            writeAll(file, text);
            if (syncs) {
                file.sync();
            }
        }
    }

    static void writeAll(OpenFile file, String text) throws DiskFault {
        byte[] bytes = text.getBytes(UTF_8);
        int done = 0;
        while (done < bytes.length) {
            done += file.write(bytes, done, bytes.length - done, done);
        }
    }

    static void sync(Directory directory, String name) throws DiskFault {
        try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
            file.sync();
        }
    }

    static void removeIfThere(Directory directory, String name) throws DiskFault {
        try {
            directory.unlink(name);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT) {
                throw fault;
            }
        }
    }

    /// The text of a file, or `none` where there is none.
    static String read(Directory directory, String name) throws DiskFault {
        byte[] buffer = new byte[1_000];
        int size = 0;
        try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
            for (int count; (count = file.read(buffer, size, 1_000 - size, size)) > 0; ) {
                size += count;
            }
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return "none";
            }
            throw fault;
        }
        return new String(buffer, 0, size, UTF_8);
    }
}
