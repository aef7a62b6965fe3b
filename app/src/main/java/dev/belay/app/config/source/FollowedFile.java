package dev.belay.app.config.source;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.World;
import java.nio.file.Path;
import java.util.Optional;

/// A file of the operator's, which may be a symbolic link, as tools that manage settings and
/// secrets make them.
///
/// - **Refuses:** what is no file or cannot be read, and a link to nothing, as wrong usage. A file
///   that is simply not there is an absent one.
final class FollowedFile {
    private static final int LINKS_MAX = 40;

    private FollowedFile() {}

    /// Reads the file that an absolute path leads to.
    ///
    /// @param label what messages call it
    static Optional<BoundedFile> read(World world, Path path, String label, int bytesMax)
            throws Refusal {
        Path current = path;
        for (int links = 0; links <= LINKS_MAX; links++) {
            Path parent = current.getParent();
            if (parent == null) {
                throw refusal(label, "is a directory, and a file belongs there");
            }
            String name = String.valueOf(current.getFileName());
            try (Directory directory = world.disk().open(parent, "")) {
                Optional<FileStatus> status = directory.status(name);
                if (status.isPresent() && status.get().kind() == FileKind.SYMBOLIC_LINK) {
                    current = parent.resolve(directory.readLink(name));
                    continue;
                }
                if (status.isPresent()) {
                    return BoundedFile.readOfAnyone(directory, name, bytesMax);
                }
            } catch (DiskFault fault) {
                if (fault.errno() != Errno.ENOENT) {
                    throw refusal(
                                    label,
                                    "cannot be read: %s (%s)"
                                            .formatted(fault.errno().meaning(), fault.errno()))
                            .because(fault);
                }
            } catch (Refusal refusal) {
                throw refusal(label, refusal.found()).because(refusal);
            }
            if (links > 0) {
                throw refusal(label, "is a link to nothing");
            }
            return Optional.empty();
        }
        throw refusal(label, "is a link to itself");
    }

    private static Refusal refusal(String label, String found) {
        return new Refusal(
                ErrorCode.USAGE, label, found, "put the file there, or name another one");
    }
}
