package dev.belay.staging.freeze;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.util.Optional;

/// A directory below another, reached by handles and through no link.
///
/// @param isRoot whether it is the one that the way began at, which is its owner's to close
record Descent(Directory directory, boolean isRoot) implements AutoCloseable {
    /// Opens `path`, empty for `root` itself. Empty where a part is not there, or is no directory.
    static Optional<Descent> into(Directory root, String path) throws DiskFault {
        return go(root, path, false);
    }

    /// Whether something that is no directory stands on the way to `path`.
    static boolean isTaken(Directory root, String path) throws DiskFault {
        for (int end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
            String part = end < 0 ? path : path.substring(0, end);
            String above = part.substring(0, Math.max(part.lastIndexOf('/'), 0));
            Optional<Descent> descent = into(root, above);
            if (descent.isEmpty()) {
                return false; // Nothing is there.
            }
            try (Descent here = descent.get()) {
                String name = part.substring(part.lastIndexOf('/') + 1);
                Optional<FileKind> kind = here.directory.status(name).map(FileStatus::kind);
                if (kind.isPresent() && kind.get() != FileKind.DIRECTORY) {
                    return true;
                }
            }
            if (end < 0) {
                return false;
            }
        }
    }

    /// Like [#into], but makes what is missing.
    static Descent making(Directory root, String path) throws DiskFault {
        return go(root, path, true).orElseThrow();
    }

    private static Optional<Descent> go(Directory root, String path, boolean makes)
            throws DiskFault {
        Descent here = new Descent(root, true);
        if (path.isEmpty()) {
            return Optional.of(here);
        }
        for (String part : path.split("/", -1)) {
            try (Descent above = here) {
                if (makes) {
                    make(above.directory, part);
                }
                here = new Descent(above.directory.openDirectory(part), false);
            } catch (DiskFault fault) {
                if (!makes && isNoDirectory(fault)) {
                    return Optional.empty();
                }
                throw fault;
            }
        }
        return Optional.of(here);
    }

    private static void make(Directory above, String part) throws DiskFault {
        if (above.status(part).isEmpty()) {
            try {
                above.makeDirectory(part, 0777);
            } catch (DiskFault fault) {
                switch (fault.errno()) {
                    case EEXIST -> {} // Another thread was faster.
                    default -> throw fault;
                }
            }
        }
    }

    private static boolean isNoDirectory(DiskFault fault) {
        return switch (fault.errno()) {
            case ENOENT, ENOTDIR, ELOOP -> true;
            default -> false;
        };
    }

    @Override
    public void close() {
        if (!isRoot) {
            directory.close();
        }
    }
}
