package dev.belay.app.cli.staging.copies;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.staging.discovery.PriorBoots;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.Processes;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// Which boots of this machine are over, so that who ran in them is gone.
///
/// They count for copies that no other machine can have made: on a block device of this machine,
/// seen from its initial PID namespace, under its own id.
final class ThisMachine {
    private static final int ID_BYTES_MAX = 64;
    private static final int PRIVATE = 0700;
    private static final String HOSTS = "hosts";

    private ThisMachine() {}

    /// Where the numbers of processes of earlier boots had their meaning. Notes the boot that this
    /// is.
    static Set<Digest> priorDomains(World world, Directory dataRoot, Directory copies)
            throws IOException {
        boolean isOutermost =
                world.processes()
                        .pidNamespace()
                        .filter(Processes.INITIAL_NAMESPACE::equals)
                        .isPresent();
        if (!isOutermost || !isOnBlockDevice(dataRoot) || !isOnBlockDevice(copies)) {
            return Set.of();
        }
        Optional<Digest> id = id(world);
        if (id.isEmpty()) {
            return Set.of();
        }
        try (Directory hosts = made(dataRoot, HOSTS);
                Directory host = made(hosts, id.get().hex())) {
            return PriorBoots.note(world, host);
        }
    }

    /// Network file systems, and those of containers, are on no device (major number 0).
    private static boolean isOnBlockDevice(Directory directory) throws DiskFault {
        FileStatus status = directory.status();
        long major = (status.device() >> 8 & 0xFFF) | (status.device() >> 32 & 0xFFFFF000L);
        return major != 0;
    }

    private static Optional<Digest> id(World world) throws DiskFault, Refusal {
        try (Directory settings = world.disk().open(Path.of("/etc"), "/etc")) {
            return BoundedFile.readOfAnyone(settings, "machine-id", ID_BYTES_MAX)
                    .map(file -> new String(file.bytes(), UTF_8).strip())
                    .filter(text -> !text.isEmpty())
                    .map(text -> Digest.of(("belay machine " + text).getBytes(UTF_8)));
        }
    }

    private static Directory made(Directory parent, String name) throws DiskFault {
        try {
            parent.makeDirectory(name, PRIVATE);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.EEXIST) {
                throw fault;
            }
        }
        return parent.openDirectory(name);
    }
}
