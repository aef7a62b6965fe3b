package dev.belay.core.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A machine with the private directory `/data`, and a plain hand on its files.
public final class Disks {
    public static final Path DATA = Path.of("/data");

    private Disks() {}

    /// A machine on which the directory is there and durable.
    public static SimHost host() throws DiskFault {
        SimHost host = new SimHost();
        host.disk().makeDirectories(DATA).close();
        return host;
    }

    /// The directory as a process sees it.
    public static Directory data(SimProcess process) throws DiskFault {
        return process.world().disk().open(DATA, "data");
    }

    /// The directory as the test's own hand sees it.
    public static Directory data(SimHost host) throws DiskFault {
        return host.disk().open(DATA, "data");
    }

    /// Writes a file anew, in place, without any sync.
    public static void write(Directory directory, String name, String text) throws DiskFault {
        write(directory, name, text.getBytes(UTF_8));
    }

    public static void write(Directory directory, String name, byte[] bytes) throws DiskFault {
        try (OpenFile file = directory.open(name, 0600, OpenOption.WRITE, OpenOption.CREATE)) {
            file.truncate(0);
            int written = 0;
            while (written < bytes.length) {
                written += file.write(bytes, written, bytes.length - written, written);
            }
        }
    }

    /// The text of a file; empty when there is none.
    public static Optional<String> text(Directory directory, String name) throws DiskFault {
        try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
            byte[] buffer = new byte[(int) file.status().sizeBytes()];
            int length = 0;
            while (length < buffer.length) {
                length += file.read(buffer, length, buffer.length - length, length);
            }
            return Optional.of(new String(buffer, UTF_8));
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw fault;
        }
    }

    public static List<String> names(Directory directory) throws DiskFault {
        try (Stream<String> names = directory.names()) {
            return names.sorted().toList();
        }
    }
}
