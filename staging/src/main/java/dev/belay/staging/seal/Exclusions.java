package dev.belay.staging.seal;

import dev.belay.core.file.BoundedFile;
import dev.belay.staging.git.Repository;
import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/// Hands the exclude file of a repository on to the one in its copy, so that what is ignored there
/// is ignored here.
final class Exclusions {
    private static final int BYTES_MAX = 1 << 20;

    private Exclusions() {}

    /// @param source the copy of the working tree, with a repository of its own
    static void copy(Disk disk, Repository repository, Directory source) throws IOException {
        Optional<BoundedFile> rules = read(disk, repository.exclude());
        if (rules.isEmpty()) {
            return;
        }
        byte[] bytes = rules.get().bytes();
        try (Directory git = source.openDirectory(".git")) {
            git.makeDirectory("info", 0777);
            try (Directory own = git.openDirectory("info");
                    OpenFile file =
                            own.open(
                                    "exclude",
                                    0666,
                                    OpenOption.WRITE,
                                    OpenOption.CREATE,
                                    OpenOption.EXCLUSIVE)) {
                file.writeAll(bytes, 0, bytes.length, 0);
            }
        }
    }

    /// What there is to hand on; empty where there is nothing.
    static byte[] rules(Disk disk, Repository repository) throws IOException {
        return read(disk, repository.exclude()).map(BoundedFile::bytes).orElse(new byte[0]);
    }

    private static Optional<BoundedFile> read(Disk disk, Path exclude) throws IOException {
        Path directory = Objects.requireNonNull(exclude.getParent(), "it is a whole path");
        String name = Objects.requireNonNull(exclude.getFileName(), "it names a file").toString();
        try (Directory theirs = disk.open(directory, "info")) {
            return BoundedFile.readOfAnyone(theirs, name, BYTES_MAX);
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw fault;
        }
    }
}
