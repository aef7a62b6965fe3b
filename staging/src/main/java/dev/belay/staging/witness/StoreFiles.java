package dev.belay.staging.witness;

import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.git.GitObject;
import dev.belay.staging.manifest.TreePath;
import dev.belay.staging.tree.Workers;
import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The files of a Git directory that decide what Git reads there: looked at by ourselves, name by
/// name, through no link.
///
/// What has been looked at is compared later: a store that was exchanged, packed anew, or lent to
/// meanwhile is another one.
///
/// - **Refuses:** what borrows objects, hides history, waits for objects from elsewhere, leads
///   through a link, or lies in what is to be removed.
final class StoreFiles implements AutoCloseable {
    private static final String OBJECTS = "objects";
    private static final String PACK = "objects/pack";
    private static final int PREFIX_DIGITS = 2;
    private static final int NAMES_MAX = 250_000;

    /// So many are work for one thread.
    private static final int PIECE_PREFIXES = 16;

    /// Each may be missing.
    private static final List<String> PLAIN =
            List.of("HEAD", "config", "config.worktree", "packed-refs");

    /// Each may be missing or empty, and means another history or other objects if it is not.
    private static final Map<String, String> EMPTY =
            Map.of(
                    "commondir", "it is the Git directory of a linked working tree",
                    "shallow", "its history is cut off",
                    "info/grafts", "its history is altered by grafts",
                    "objects/info/alternates", "it borrows objects from another repository",
                    "objects/info/http-alternates", "it borrows objects from elsewhere");

    private static final List<String> PACK_FILES = List.of(".pack", ".idx");
    private static final String PROMISOR = ".promisor";

    private final Directory top;
    private final Set<DirectoryIdentity> doomed;

    private StoreFiles(Directory top, Set<DirectoryIdentity> doomed) {
        this.top = top;
        this.doomed = doomed;
    }

    /// Opens a Git directory, name by name from `/` on.
    ///
    /// @param doomed directories that are to be removed
    static StoreFiles open(Disk disk, String path, Set<DirectoryIdentity> doomed)
            throws IOException {
        if (!path.startsWith("/") || !TreePath.isSafe(path.substring(1))) {
            throw Unproved.refusal("its path is not a whole one");
        }
        Directory directory = disk.open(Path.of("/"), Unproved.WITNESS);
        boolean isOpened = false;
        try {
            for (String name : path.substring(1).split("/", -1)) {
                Directory parent = directory;
                requireLasting(parent, doomed);
                directory = below(parent, name, "", "its path");
                parent.close();
            }
            requireLasting(directory, doomed);
            isOpened = true;
            return new StoreFiles(directory, doomed);
        } finally {
            if (!isOpened) {
                directory.close();
            }
        }
    }

    private static void requireLasting(Directory directory, Set<DirectoryIdentity> doomed)
            throws IOException {
        if (doomed.contains(DirectoryIdentity.of(directory))) {
            throw Unproved.refusal("it lies in the copy itself, and would go with it");
        }
    }

    /// The directory of all objects.
    Directory objects() throws IOException {
        return below(top, OBJECTS, OBJECTS, "it");
    }

    /// All that was seen at one moment, by path in the Git directory. What is missing is not there.
    record Seen(Map<String, FileStatus> statuses) {
        Seen {
            statuses = Map.copyOf(statuses);
        }

        /// The first thing that is not as it was; empty where all is. New objects are no matter.
        Optional<String> difference(Seen now) {
            Set<String> names = new TreeSet<>(statuses.keySet());
            now.statuses.keySet().stream()
                    .filter(name -> !name.startsWith(OBJECTS + "/"))
                    .forEach(names::add);
            return names.stream()
                    .filter(name -> !isSame(statuses.get(name), now.statuses.get(name)))
                    .findFirst();
        }

        /// Whether an object that was asked for is a file of its own.
        boolean isLoose(GitObject object) {
            return statuses.containsKey(OBJECTS + "/" + LooseObjects.path(object));
        }

        /// With what was seen later of other objects.
        Seen and(Seen later) {
            Map<String, FileStatus> all = new HashMap<>(later.statuses);
            all.putAll(statuses);
            return new Seen(all);
        }

        private static boolean isSame(@Nullable FileStatus before, @Nullable FileStatus after) {
            if (before == null || after == null) {
                return before == null && after == null;
            }
            return before.kind() == FileKind.DIRECTORY
                    ? before.isSameFile(after)
                    : before.isUnchanged(after);
        }
    }

    /// Looks at everything, and refuses what makes the store no witness.
    ///
    /// @param objects those that were or will be read: each may be a file of its own
    Seen look(String ref, Collection<GitObject> objects) throws IOException {
        Map<String, FileStatus> seen = new HashMap<>();
        seen.put("", top.status());
        for (String name : PLAIN) {
            file(name, seen);
        }
        file(ref, seen);
        for (Map.Entry<String, String> each : EMPTY.entrySet()) {
            if (file(each.getKey(), seen).map(FileStatus::sizeBytes).orElse(0L) > 0) {
                throw Unproved.at(each.getKey(), each.getValue(), Unproved.RESCUE);
            }
        }
        try (Directory directory = objects()) {
            requireLasting(directory, doomed);
            seen.put(OBJECTS, directory.status());
            packs(directory, seen);
            loose(directory, objects, seen);
        }
        return new Seen(seen);
    }

    /// A file by its path; a directory on the way may be missing, too.
    private Optional<FileStatus> file(String path, Map<String, FileStatus> seen)
            throws IOException {
        List<Directory> opened = new ArrayList<>();
        try {
            Directory directory = top;
            String[] names = path.split("/", -1);
            for (int at = 0; at < names.length - 1; at++) {
                if (directory.status(names[at]).isEmpty()) {
                    return Optional.empty();
                }
                directory = below(directory, names[at], path, "it");
                opened.add(directory);
            }
            Optional<FileStatus> status = directory.status(names[names.length - 1]);
            if (status.isPresent()) {
                requireRegular(path, status.get());
                seen.put(path, status.get());
            }
            return status;
        } finally {
            opened.forEach(Directory::close);
        }
    }

    private void packs(Directory objects, Map<String, FileStatus> seen) throws IOException {
        if (objects.status("pack").isEmpty()) {
            return;
        }
        try (Directory packs = below(objects, "pack", PACK, "it")) {
            requireLasting(packs, doomed);
            List<String> names = packs.walk(all -> all.limit(NAMES_MAX + 1L).toList());
            if (names.size() > NAMES_MAX) {
                throw Unproved.at(PACK, "holds more than %d names".formatted(NAMES_MAX), "");
            }
            for (String name : names) {
                String path = PACK + "/" + name;
                if (name.endsWith(PROMISOR)) {
                    throw Unproved.at(
                            path, "it expects objects from another repository", Unproved.RESCUE);
                }
                if (PACK_FILES.stream().anyMatch(name::endsWith)) {
                    FileStatus status = packs.status(name).orElseThrow(() -> changed(path));
                    requireRegular(path, status);
                    seen.put(path, status);
                }
            }
        }
    }

    /// Of loose objects only those that matter are looked at: there may be any number of others.
    private void loose(
            Directory objects, Collection<GitObject> wanted, Map<String, FileStatus> seen)
            throws IOException {
        Map<String, Set<String>> byPrefix = new TreeMap<>();
        for (GitObject object : wanted) {
            byPrefix.computeIfAbsent(object.id().substring(0, PREFIX_DIGITS), _ -> new HashSet<>())
                    .add(object.id().substring(PREFIX_DIGITS));
        }
        List<String> there = objects.walk(names -> names.filter(byPrefix::containsKey).toList());
        try (Workers workers = Workers.create()) {
            workers.each(
                            Workers.pieces(there, PIECE_PREFIXES),
                            prefixes -> loose(objects, prefixes, byPrefix))
                    .forEach(seen::putAll);
        }
    }

    private Map<String, FileStatus> loose(
            Directory objects, List<String> prefixes, Map<String, Set<String>> wanted)
            throws IOException {
        Map<String, FileStatus> seen = new HashMap<>();
        for (String prefix : prefixes) {
            String path = OBJECTS + "/" + prefix;
            try (Directory directory = below(objects, prefix, path, "it")) {
                requireLasting(directory, doomed);
                for (String name : wanted.getOrDefault(prefix, Set.of())) {
                    Optional<FileStatus> status = directory.status(name);
                    if (status.isPresent()) {
                        requireRegular(path + "/" + name, status.get());
                        seen.put(path + "/" + name, status.get());
                    }
                }
            }
        }
        return seen;
    }

    private static Directory below(Directory parent, String name, String path, String what)
            throws IOException {
        try {
            return parent.openDirectory(name);
        } catch (DiskFault fault) {
            String found =
                    fault.errno() == Errno.ELOOP || fault.errno() == Errno.ENOTDIR
                            ? what + " leads through a symbolic link or a file"
                            : what + " cannot be opened: " + fault.errno().meaning();
            throw Unproved.at(path, found, Unproved.RESCUE).because(fault);
        }
    }

    private static void requireRegular(String path, FileStatus status) throws Refusal {
        if (status.kind() != FileKind.REGULAR) {
            throw Unproved.at(
                    path, "is %s and no file".formatted(status.kind().noun()), Unproved.RESCUE);
        }
    }

    static Refusal changed(String path) {
        return Unproved.at(
                path, "changes while it is looked at", "run the command again when nobody uses it");
    }

    @Override
    public void close() {
        top.close();
    }
}
