package dev.belay.staging.freeze;

import dev.belay.core.error.Refusal;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import java.util.Optional;

/// The second look at a working tree: everything is still what it was at the first.
///
/// - **Refuses:** the first path that is not.
final class Recheck {
    private final Directory top;

    Recheck(Directory top) {
        this.top = top;
    }

    /// Looks at one directory.
    Found of(Found found) throws Refusal, DiskFault {
        Optional<Descent> descent = Descent.into(top, found.directory());
        if (descent.isEmpty()) {
            if (!found.present().isEmpty()) {
                throw Look.changed(found.present().getFirst().wanted().path());
            }
            return found;
        }
        try (Descent here = descent.get()) {
            for (Found.Present each : found.present()) {
                String path = each.wanted().path();
                FileStatus status =
                        here.directory()
                                .status(each.wanted().name())
                                .orElseThrow(() -> Look.changed(path));
                TreeCopy.checkSame(path, each.status(), status);
            }
            for (String path : found.gone()) {
                if (isThere(here.directory(), nameOf(path))) {
                    throw Look.changed(path);
                }
            }
        }
        return found;
    }

    /// A directory that took a file's name was there before.
    private static boolean isThere(Directory directory, String name) throws DiskFault {
        return directory
                .status(name)
                .filter(status ->
                        switch (status.kind()) {
                            case REGULAR, SYMBOLIC_LINK, PIPE, SOCKET, DEVICE -> true;
                            case DIRECTORY -> false;
                        })
                .isPresent();
    }

    private static String nameOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
