package dev.belay.staging.source;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.tree.TreeWay;
import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The working tree that a copy was made of, as far as it still holds what was copied.
///
/// Each file is opened through no link, hashed, and looked at before and after.
final class WorkingTree {
    private final Disk disk;
    private final Origin origin;
    private final Map<String, FileStatus> held = new HashMap<>();
    private final List<String> absent = new ArrayList<>();

    WorkingTree(Disk disk, Origin origin) {
        this.disk = disk;
        this.origin = origin;
    }

    /// What of a source it does not hold: files that are others there, and deleted paths that are
    /// there. All of it where another directory has taken its place.
    FrozenSource lacking(FrozenSource source) throws IOException {
        Optional<Directory> top = open();
        if (top.isEmpty()) {
            return source;
        }
        List<SourceFile> files = new ArrayList<>();
        List<String> deleted = new ArrayList<>();
        try (TreeWay way = new TreeWay(top.get())) {
            for (SourceFile file : source.files()) {
                if (!holds(way, file)) {
                    files.add(file);
                }
            }
            for (String path : source.deleted()) {
                if (isAbsent(way, path)) {
                    absent.add(path);
                } else {
                    deleted.add(path);
                }
            }
        }
        return new FrozenSource(files, deleted);
    }

    private Optional<Directory> open() throws IOException {
        if (origin.knownIdentity().isEmpty()) {
            return Optional.empty();
        }
        Directory top;
        try {
            top = disk.open(Path.of(origin.path()), "the working tree");
        } catch (DiskFault _) {
            return Optional.empty(); // It holds nothing that could be shown.
        }
        if (DirectoryIdentity.of(top).equals(origin.knownIdentity().get())) {
            return Optional.of(top);
        }
        top.close();
        return Optional.empty();
    }

    private boolean holds(TreeWay way, SourceFile file) throws DiskFault {
        Optional<Directory> parent = way.parentOf(file.path());
        if (parent.isEmpty()) {
            return false;
        }
        Optional<FileBlob> found = FileBlob.read(parent.get(), TreeWay.nameOf(file.path()));
        boolean isIt =
                found.filter(it -> it.mode() == file.mode() && it.blob().equals(file.blob()))
                        .isPresent();
        if (isIt) {
            held.put(file.path(), found.get().status());
        }
        return isIt;
    }

    private static boolean isAbsent(TreeWay way, String path) throws DiskFault {
        Optional<Directory> parent = way.parentOf(path);
        return parent.isEmpty() || parent.get().status(TreeWay.nameOf(path)).isEmpty();
    }

    /// How many files it holds.
    int count() {
        return held.size();
    }

    /// Returns when all that it held is there unchanged.
    void revalidate() throws IOException {
        if (held.isEmpty() && absent.isEmpty()) {
            return;
        }
        Optional<Directory> top = open();
        if (top.isEmpty()) {
            throw Unheld.refusal("the working tree", "is another one than a moment ago", AGAIN);
        }
        try (TreeWay way = new TreeWay(top.get())) {
            for (Map.Entry<String, FileStatus> each : held.entrySet()) {
                requireUnchanged(way, each.getKey(), each.getValue());
            }
            for (String path : absent) {
                if (!isAbsent(way, path)) {
                    throw Unheld.refusal(path, "has come into the working tree meanwhile", AGAIN);
                }
            }
        }
    }

    private static final String AGAIN = "run the command again when nobody works there";

    private static void requireUnchanged(TreeWay way, String path, FileStatus then)
            throws IOException {
        Optional<Directory> parent = way.parentOf(path);
        Optional<FileStatus> now =
                parent.isEmpty() ? Optional.empty() : parent.get().status(TreeWay.nameOf(path));
        boolean isSame =
                now.filter(it -> it.isUnchanged(then) && it.permissions() == then.permissions())
                        .isPresent();
        if (!isSame) {
            throw Unheld.refusal(path, "has changed in the working tree meanwhile", AGAIN);
        }
    }
}
