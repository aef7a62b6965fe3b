package dev.belay.staging.warm;

import dev.belay.staging.freeze.Found;
import dev.belay.staging.freeze.Found.Present;
import dev.belay.staging.git.IndexEntry;
import dev.belay.staging.source.FileBlob;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Goes through a copy: leaves what is right as it is, and removes all else.
///
/// - **Threads:** any number, each in a directory of its own.
final class Pruning {
    private static final String REPOSITORY = ".git";

    private final Directory copy;
    private final Clock clock;
    private final int permissions;
    private final Map<String, WarmFile> known = new HashMap<>();

    /// @param permissions of each directory
    Pruning(Directory copy, Clock clock, int permissions) {
        this.copy = copy;
        this.clock = clock;
        this.permissions = permissions;
    }

    void knows(WarmFile file) {
        known.put(file.path(), file);
    }

    /// One directory.
    ///
    /// @param found what is wanted of it, in one or several parts
    /// @param folders the names of the directories below that are wanted
    record Here(String path, List<Found> found, Set<String> folders) {
        private String path(String name) {
            return path.isEmpty() ? name : path + "/" + name;
        }
    }

    /// What became of one directory.
    ///
    /// @param removed how many entries were neither wanted nor right
    record Pruned(List<Found> missing, List<WarmFile> kept, int removed) {}

    Pruned prune(Here here) throws DiskFault {
        Optional<Directory> directory = open(here.path);
        if (directory.isEmpty()) {
            return new Pruned(here.found, List.of(), 0);
        }
        try {
            return new Work(here, directory.get()).done();
        } finally {
            if (!here.path.isEmpty()) {
                directory.get().close();
            }
        }
    }

    private Optional<Directory> open(String path) throws DiskFault {
        if (path.isEmpty()) {
            return Optional.of(copy);
        }
        String[] parts = path.split("/", -1);
        Optional<Directory> here = CopyFolder.open(copy, parts[0], permissions);
        for (int depth = 1; depth < parts.length && here.isPresent(); depth++) {
            try (Directory above = here.get()) {
                here = CopyFolder.open(above, parts[depth], permissions);
            }
        }
        return here;
    }

    /// One directory that is there.
    private final class Work {
        private final Here here;
        private final Directory directory;
        private final Map<String, FileStatus> wanted = new HashMap<>();
        private final Map<String, IndexEntry> skipped = new HashMap<>();
        private final Map<String, WarmFile> kept = new HashMap<>();
        private int removed;

        Work(Here here, Directory directory) {
            this.here = here;
            this.directory = directory;
            for (Found found : here.found) {
                for (Present present : found.present()) {
                    wanted.put(present.wanted().name(), present.status());
                }
                for (IndexEntry entry : found.skipped()) {
                    skipped.put(nameOf(entry), entry);
                }
            }
        }

        Pruned done() throws DiskFault {
            for (String name : directory.walk(Stream::toList)) {
                boolean isOfOthers =
                        here.folders.contains(name)
                                || (here.path.isEmpty() && name.equals(REPOSITORY));
                if (!isOfOthers) {
                    look(name);
                }
            }
            return new Pruned(missing(), List.copyOf(kept.values()), removed);
        }

        private void look(String name) throws DiskFault {
            Optional<FileStatus> status = directory.status(name);
            if (status.isEmpty()) {
                return;
            }
            WarmFile file = known.get(here.path(name));
            if (file != null && isOfSource(file, name) && isRight(file, name, status.get())) {
                kept.put(name, file.withFresh(file.copy().isFresh(clock.now())));
            } else {
                CopyFolder.remove(directory, name, status.get());
                removed++;
            }
        }

        private boolean isOfSource(WarmFile file, String name) {
            Stamp source = file.source();
            FileStatus present = wanted.get(name);
            if (source != null) {
                return present != null && source.matches(present);
            }
            IndexEntry entry = skipped.get(name);
            return entry != null
                    && entry.blob().equals(file.blob().hex())
                    && entry.mode().equals(file.mode().octal());
        }

        private boolean isRight(WarmFile file, String name, FileStatus status) throws DiskFault {
            return file.copy().matches(status)
                    && (!file.isFresh()
                            || FileBlob.read(directory, name, status)
                                    .filter(found -> found.blob().equals(file.blob()))
                                    .isPresent());
        }

        private List<Found> missing() {
            List<Found> missing = new ArrayList<>();
            for (Found found : here.found) {
                List<Present> present =
                        found.present().stream()
                                .filter(each -> !kept.containsKey(each.wanted().name()))
                                .toList();
                List<IndexEntry> absent =
                        found.skipped().stream()
                                .filter(each -> !kept.containsKey(nameOf(each)))
                                .toList();
                if (!present.isEmpty() || !absent.isEmpty()) {
                    missing.add(
                            new Found(found.directory(), present, List.of(), absent, List.of()));
                }
            }
            return missing;
        }
    }

    private static String nameOf(IndexEntry entry) {
        return entry.path().substring(entry.path().lastIndexOf('/') + 1);
    }
}
