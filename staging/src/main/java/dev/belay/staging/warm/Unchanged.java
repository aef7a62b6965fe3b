package dev.belay.staging.warm;

import dev.belay.staging.tree.TreeWay;
import dev.belay.staging.tree.Workers;
import dev.belay.system.Directory;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Whether a working tree and its copy are both as an index says: what a refill mostly finds. Each
/// file is looked at once here and once there, and nothing is read or written.
///
/// - **Threads:** several look, each at directories of its own.
final class Unchanged {
    private static final String REPOSITORY = ".git";

    /// Those that decide who may do what; the bits beyond come from the directory above.
    private static final int DECIDING = 01777;

    /// So many are work for one thread.
    private static final int PIECE_DIRECTORIES = 16;

    private final Directory top;
    private final Directory copy;
    private final int permissions;
    private final SortedMap<String, Place> places = new TreeMap<>();

    /// What is in a directory, by name.
    private record Place(String path, Map<String, WarmFile> files, Set<String> folders) {
        Place(String path) {
            this(path, new HashMap<>(), new HashSet<>());
        }

        boolean isOther(String name) {
            return !files.containsKey(name) && !folders.contains(name);
        }
    }

    /// @param top of the working tree
    /// @param permissions of each directory of the copy
    Unchanged(Directory top, Directory copy, int permissions) {
        this.top = top;
        this.copy = copy;
        this.permissions = permissions;
    }

    /// @param files all that the copy is to hold
    boolean holds(Collection<WarmFile> files, Workers workers) throws IOException {
        place("");
        files.forEach(file -> place(above(file.path())).files.put(nameOf(file.path()), file));
        return workers
                .each(Workers.pieces(List.copyOf(places.values()), PIECE_DIRECTORIES), this::isSame)
                .stream()
                .allMatch(isSame -> isSame);
    }

    private Place place(String path) {
        Place known = places.get(path);
        if (known == null) {
            known = new Place(path);
            places.put(path, known);
            if (!path.isEmpty()) {
                place(above(path)).folders.add(nameOf(path));
            }
        }
        return known;
    }

    private static String above(String path) {
        return path.substring(0, Math.max(path.lastIndexOf('/'), 0));
    }

    private static String nameOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private boolean isSame(List<Place> piece) throws IOException {
        TreeWay here = new TreeWay(top);
        TreeWay there = new TreeWay(copy);
        try {
            for (Place place : piece) {
                if (!isAsCopied(here, place) || !isAsMade(there, place)) {
                    return false;
                }
            }
            return true;
        } finally {
            here.back();
            there.back();
        }
    }

    /// The working tree has the same files, and nothing that a copy is refused for.
    private static boolean isAsCopied(TreeWay way, Place place) throws IOException {
        if (place.files.isEmpty()) {
            return true;
        }
        Optional<Directory> found = way.at(place.path);
        if (found.isEmpty()) {
            return false;
        }
        Directory directory = found.get();
        for (Map.Entry<String, WarmFile> each : place.files.entrySet()) {
            Stamp stamp = each.getValue().source();
            Optional<FileStatus> status = directory.status(each.getKey());
            if (stamp == null || status.isEmpty() || !stamp.matches(status.get())) {
                return false;
            }
        }
        for (String other : directory.walk(names -> names.filter(place::isOther).toList())) {
            Optional<FileStatus> status = directory.status(other);
            if (status.isPresent() && isSpecial(status.get().kind())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSpecial(FileKind kind) {
        return switch (kind) {
            case REGULAR, SYMBOLIC_LINK, DIRECTORY -> false;
            case PIPE, SOCKET, DEVICE -> true;
        };
    }

    /// The copy has the same files, and nothing else.
    private boolean isAsMade(TreeWay way, Place place) throws IOException {
        Optional<Directory> found = way.at(place.path);
        if (found.isEmpty() || !isPermitted(found.get(), place.path)) {
            return false;
        }
        int files = 0;
        for (String name : found.get().walk(Stream::toList)) {
            WarmFile file = place.files.get(name);
            if (file != null) {
                Optional<FileStatus> status = found.get().status(name);
                if (file.isFresh() || status.isEmpty() || !file.copy().matches(status.get())) {
                    return false;
                }
                files++;
            } else if (!place.folders.contains(name)
                    && !(place.path.isEmpty() && name.equals(REPOSITORY))) {
                return false;
            }
        }
        return files == place.files.size();
    }

    private boolean isPermitted(Directory directory, String path) throws IOException {
        return path.isEmpty() || (directory.status().permissions() & DECIDING) == permissions;
    }
}
