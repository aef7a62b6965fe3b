package dev.belay.core.lock;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// A simulated machine with a directory that holds a lock.
final class LockWorld {
    static final LockName NAME = new LockName("box.lock", "belay deletion unlock");
    static final Path DATA = Path.of("/data");
    static final Duration WAIT = Duration.ofSeconds(2);
    static final String CONTAINER = "4026532208";
    static final String TOKEN = "3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11";

    /// A number that no process of a simulated machine has.
    static final long NOBODY = 999;

    private LockWorld() {}

    static SimHost host() throws DiskFault {
        SimHost host = new SimHost();
        prepare(host);
        return host;
    }

    static void prepare(SimHost host) throws DiskFault {
        host.disk().makeDirectories(DATA).close();
    }

    static LinkLock lock(SimProcess process) throws DiskFault {
        return new LinkLock(process.world(), data(process), NAME, WAIT);
    }

    static Directory data(SimProcess process) throws DiskFault {
        return process.world().disk().open(DATA, "deletion");
    }

    /// What the Node program writes, on one line.
    static String nodeRecord(long pid) {
        return "{\"version\":1,\"pid\":%d,\"token\":\"%s\",\"createdAt\":1760000000000}\n"
                .formatted(pid, TOKEN);
    }

    /// What the Node program writes as a reaper of the lock with [#TOKEN].
    static String nodeReaper(long pid, String token) {
        return ("{\"version\":1,\"pid\":%d,\"token\":\"%s\",\"createdAt\":1760000000000,"
                        + "\"targetToken\":\"%s\"}\n")
                .formatted(pid, token, TOKEN);
    }

    static void put(SimHost host, String name, String text) throws DiskFault {
        try (Directory data = host.disk().open(DATA, "");
                OpenFile file = data.open(name, 0600, OpenOption.WRITE, OpenOption.CREATE)) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            file.truncate(0);
            file.write(bytes, 0, bytes.length, 0);
        }
        host.disk().settle();
    }

    static String text(SimHost host, String name) throws DiskFault {
        try (Directory data = host.disk().open(DATA, "");
                OpenFile file = data.open(name, 0, OpenOption.READ)) {
            byte[] bytes = new byte[(int) file.status().sizeBytes()];
            int count = bytes.length == 0 ? 0 : file.read(bytes, 0, bytes.length, 0);
            return new String(bytes, 0, count, StandardCharsets.UTF_8);
        }
    }

    static List<String> names(SimHost host) throws DiskFault {
        try (Directory data = host.disk().open(DATA, "");
                Stream<String> names = data.names()) {
            return names.sorted().toList();
        }
    }
}
