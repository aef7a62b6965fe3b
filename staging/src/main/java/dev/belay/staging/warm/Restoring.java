package dev.belay.staging.warm;

import dev.belay.staging.source.FileBlob;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Puts the repository in a copy back to how it was made: what is as it was stays, what is small
/// comes from the index, and all else goes.
final class Restoring {
    private final Clock clock;
    private final SavedRepository saved;
    private final Map<String, SavedFile> missing;
    private final Map<String, Integer> folders;
    private final List<SavedFile> right = new ArrayList<>();
    private boolean hasChanged;

    Restoring(Clock clock, SavedRepository saved) {
        this.clock = clock;
        this.saved = saved;
        this.missing =
                saved.files().stream()
                        .collect(Collectors.toMap(each -> each.file().path(), Function.identity()));
        this.folders = new TreeMap<>(saved.folders());
    }

    /// Whether anything was written or removed.
    boolean hasChanged() {
        return hasChanged;
    }

    /// Empty where a file is gone that cannot be put back; then the rest is not right either.
    ///
    /// @param source the copy, which the repository is in
    Optional<SavedRepository> in(Directory source) throws DiskFault {
        String name = RepositoryCopy.NAME;
        if (saved.folders().isEmpty() || isNoFolder(source, name)) {
            return Optional.empty();
        }
        prune(source, name, name);
        if (missing.values().stream().anyMatch(file -> file.content().isEmpty())) {
            return Optional.empty();
        }
        for (Map.Entry<String, Integer> folder : folders.entrySet()) {
            within(
                    source,
                    folder.getKey(),
                    (above, own) -> {
                        above.makeDirectory(own, folder.getValue());
                        above.changePermissions(own, folder.getValue()); // Whatever the umask is.
                    });
        }
        for (SavedFile file : missing.values()) {
            within(source, file.file().path(), (above, own) -> write(above, own, file));
        }
        hasChanged |= !folders.isEmpty() || !missing.isEmpty();
        return Optional.of(
                new SavedRepository(saved.inputs(), saved.folders(), List.copyOf(right)));
    }

    private boolean isNoFolder(Directory above, String name) throws DiskFault {
        Optional<Directory> folder =
                CopyFolder.open(above, name, saved.folders().getOrDefault(name, 0));
        folder.ifPresent(Directory::close);
        return folder.isEmpty();
    }

    private void prune(Directory above, String name, String path) throws DiskFault {
        Integer permissions = folders.get(path);
        if (permissions == null) {
            throw new IllegalArgumentException("a directory that is not written down");
        }
        Optional<Directory> folder = CopyFolder.open(above, name, permissions);
        if (folder.isEmpty()) {
            return;
        }
        folders.remove(path);
        try (Directory here = folder.get()) {
            for (String entry : here.walk(Stream::toList)) {
                String below = path + "/" + entry;
                if (folders.containsKey(below)) {
                    prune(here, entry, below);
                } else {
                    look(here, entry, below);
                }
            }
        }
    }

    private void look(Directory here, String name, String path) throws DiskFault {
        Optional<FileStatus> status = here.status(name);
        if (status.isEmpty()) {
            return;
        }
        SavedFile file = missing.get(path);
        if (file != null && isRight(here, name, status.get(), file.file())) {
            missing.remove(path);
            boolean isFresh = file.file().copy().isFresh(clock.now());
            right.add(file.with(file.file().withFresh(isFresh)));
        } else {
            CopyFolder.remove(here, name, status.get());
            hasChanged = true;
        }
    }

    private static boolean isRight(Directory here, String name, FileStatus status, WarmFile file)
            throws DiskFault {
        return file.copy().matches(status)
                && (!file.isFresh()
                        || FileBlob.read(here, name, status)
                                .filter(found -> found.blob().equals(file.blob()))
                                .isPresent());
    }

    private void write(Directory above, String name, SavedFile file) throws DiskFault {
        byte[] content = file.content().orElseThrow();
        WarmFile known = file.file();
        try (OpenFile made =
                above.open(
                        name,
                        known.copy().permissions(),
                        OpenOption.WRITE,
                        OpenOption.CREATE,
                        OpenOption.EXCLUSIVE)) {
            made.writeAll(content, 0, content.length, 0);
            Stamp stamp = Stamp.of(made.status());
            right.add(
                    file.with(
                            new WarmFile(
                                    known.path(),
                                    known.mode(),
                                    known.blob(),
                                    null,
                                    stamp,
                                    stamp.isFresh(clock.now()))));
        }
    }

    /// Does something in the directory of a path.
    private interface Step {
        void in(Directory above, String name) throws DiskFault;
    }

    private static void within(Directory source, String path, Step step) throws DiskFault {
        int slash = path.indexOf('/');
        if (slash < 0) {
            step.in(source, path);
            return;
        }
        try (Directory below = source.openDirectory(path.substring(0, slash))) {
            within(below, path.substring(slash + 1), step);
        }
    }
}
