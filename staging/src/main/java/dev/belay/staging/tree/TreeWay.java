package dev.belay.staging.tree;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The way through a tree from one path to the next, by directories that stay open: paths that come
/// in the order of their bytes share most of it. No link is followed.
public final class TreeWay implements AutoCloseable {
    private static final Set<Errno> MISSING = EnumSet.of(Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP);

    private static final String[] NOWHERE = {};

    private final Directory top;
    private final List<String> names = new ArrayList<>();
    private final List<Directory> opened = new ArrayList<>();

    /// @param top is closed with this
    public TreeWay(Directory top) {
        this.top = top;
    }

    public static String nameOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// The directory that `path` is in; empty where a part of the way is not there, or is no
    /// directory.
    public Optional<Directory> parentOf(String path) throws DiskFault {
        return at(path.substring(0, Math.max(path.lastIndexOf('/'), 0)));
    }

    /// The directory `path` itself, empty for the top.
    public Optional<Directory> at(String path) throws DiskFault {
        String[] parts = path.isEmpty() ? NOWHERE : path.split("/", -1);
        int depth = parts.length;
        int shared = 0;
        while (shared < Math.min(depth, names.size()) && names.get(shared).equals(parts[shared])) {
            shared++;
        }
        back(shared);
        Directory directory = opened.isEmpty() ? top : opened.getLast();
        for (int at = shared; at < depth; at++) {
            try {
                directory = directory.openDirectory(parts[at]);
            } catch (DiskFault fault) {
                if (MISSING.contains(fault.errno())) {
                    return Optional.empty();
                }
                throw fault;
            }
            names.add(parts[at]);
            opened.add(directory);
        }
        return Optional.of(directory);
    }

    /// Closes what is open below the top.
    public void back() {
        back(0);
    }

    private void back(int depth) {
        while (opened.size() > depth) {
            opened.removeLast().close();
            names.removeLast();
        }
    }

    @Override
    public void close() {
        back(0);
        top.close();
    }
}
