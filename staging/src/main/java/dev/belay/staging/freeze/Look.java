package dev.belay.staging.freeze;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.IndexEntry;
import dev.belay.staging.git.Quoted;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The first look at a working tree: what of the wanted is there, and as what.
///
/// - **Refuses:** pipes, sockets, and devices, before anything is copied.
final class Look {
    private final Directory top;

    Look(Directory top) {
        this.top = top;
    }

    /// Looks at one directory. Where it is none any more, also because a link took its name, its
    /// tracked files are gone.
    Found at(String path, List<Wanted> wanted) throws Refusal, DiskFault {
        Found found =
                new Found(
                        path,
                        new ArrayList<>(),
                        new ArrayList<>(),
                        new ArrayList<>(),
                        new ArrayList<>());
        Optional<Descent> descent = Descent.into(top, path);
        if (descent.isEmpty()) {
            boolean isTaken = Descent.isTaken(top, path);
            for (Wanted each : wanted) {
                absent(each, found, isTaken);
            }
            return found;
        }
        try (Descent here = descent.get()) {
            for (Wanted each : wanted) {
                look(here.directory(), each, found);
            }
            specials(here.directory(), wanted, found);
        }
        return found;
    }

    private static void look(Directory directory, Wanted wanted, Found found)
            throws Refusal, DiskFault {
        FileStatus status = directory.status(wanted.name()).orElse(null);
        if (status == null) {
            absent(wanted, found, false);
            return;
        }
        switch (status.kind()) {
            case REGULAR, SYMBOLIC_LINK -> found.present().add(new Found.Present(wanted, status));
            case DIRECTORY -> absent(wanted, found, true); // What is below it is listed by itself.
            case PIPE, SOCKET, DEVICE -> throw special(wanted.path(), status.kind());
        }
    }

    /// @param isTaken whether something else has its place: then even what Git does not expect to
    ///   be there is gone for good
    private static void absent(Wanted wanted, Found found, boolean isTaken) throws Refusal {
        switch (wanted) {
            case Wanted.Tracked(IndexEntry entry) -> {
                if (entry.isSkipped() && !isTaken) {
                    found.skipped().add(entry);
                } else {
                    found.gone().add(entry.path());
                }
            }
            case Wanted.Untracked(String path) -> throw changed(path);
        }
    }

    /// Git lists no pipe and the like. Whoever names one expects it to be in the copy.
    private static void specials(Directory directory, List<Wanted> wanted, Found found)
            throws DiskFault {
        Set<String> known = new HashSet<>();
        wanted.forEach(each -> known.add(each.name()));
        List<String> others;
        try (Stream<String> names = directory.names()) {
            others = names.filter(name -> !known.contains(name)).toList();
        }
        for (String name : others) {
            boolean isSpecial =
                    directory
                            .status(name)
                            .map(FileStatus::kind)
                            .filter(kind -> noun(kind).length() > 0)
                            .isPresent();
            if (isSpecial) {
                found.specials().add(found.path(name));
            }
        }
    }

    /// Empty for what a copy can hold.
    private static String noun(FileKind kind) {
        return switch (kind) {
            case REGULAR, SYMBOLIC_LINK, DIRECTORY -> "";
            case PIPE, SOCKET, DEVICE -> kind.noun();
        };
    }

    static Refusal special(String path, FileKind kind) {
        return Selection.refusal(
                path, "it is " + kind.noun() + ", of which there can be no copy", "remove it");
    }

    static Refusal changed(String path) {
        return new Refusal(
                ErrorCode.SOURCE_CHANGED,
                Quoted.of(path),
                "it changed while the working tree was copied",
                "run the command again when nothing writes there");
    }
}
