package dev.belay.staging.warm;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.freeze.Found;
import dev.belay.staging.freeze.Freezer.Former;
import dev.belay.staging.freeze.Freezer.Lists;
import dev.belay.staging.freeze.Freezer.Rest;
import dev.belay.staging.manifest.Entry;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.manifest.TreePath;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.tree.Workers;
import dev.belay.staging.warm.WarmIndex.Seal;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A copy that is brought up to date, with all that is known of it.
///
/// - **Crash:** leaves a copy of which the index still says nothing that is not so: what was
///   written since is another file than the one that it knows.
/// - **Threads:** one, which may have workers.
public final class WarmCopy implements Former {
    static final String SOURCE = "source";

    private final Directory source;
    private final Clock clock;
    private final int permissions;
    private final @Nullable WarmIndex former;
    private final List<WarmFile> files = new ArrayList<>();
    private final List<Fresh> fresh = new ArrayList<>();
    private @Nullable Lists lists;
    private @Nullable SavedRepository repository;
    private @Nullable Seal seal;
    private boolean hasChanged;

    /// After the first look at the working tree, and before anything of it was read.
    private Instant began = Instant.EPOCH;

    /// What was copied now.
    private record Fresh(SourceFile file, @Nullable Stamp source) {}

    /// @param source the directory of the copy, in whatever state
    /// @param permissions of a directory that this user makes and says nothing about
    /// @param former what is known of it; null when nothing is
    WarmCopy(Directory source, Clock clock, int permissions, @Nullable WarmIndex former) {
        this.source = source;
        this.clock = clock;
        this.permissions = permissions;
        this.former = former;
    }

    /// Whether anything was written or removed.
    public boolean hasChanged() {
        return hasChanged;
    }

    /// The digest of the manifest, where it would be the one that the former copy had.
    ///
    /// @param deleted what the working tree has no more
    public Optional<Digest> manifest(List<String> deleted) {
        return Optional.ofNullable(former)
                .map(WarmIndex::seal)
                .filter(seal -> !hasChanged && seal.deleted().equals(digest(deleted)))
                .map(Seal::manifest);
    }

    /// The copy is sealed, and its manifest is on disk.
    public void sealed(Digest manifest, List<String> deleted) {
        seal = new Seal(manifest, digest(deleted));
    }

    private static Digest digest(List<String> paths) {
        return Digest.of(String.join("\0", paths).getBytes(StandardCharsets.UTF_8));
    }

    /// Whether more is known now than the index says.
    boolean hasLearned() {
        return hasChanged || former == null || isAnyFresh(former) || !former.seal().equals(seal);
    }

    private static boolean isAnyFresh(WarmIndex index) {
        SavedRepository repository = index.repository();
        return index.files().stream().anyMatch(WarmFile::isFresh)
                || (repository != null
                        && repository.files().stream().anyMatch(it -> it.file().isFresh()));
    }

    /// The digest of Git's list of what it tracks, which the copy is made of.
    public Digest listed() {
        return Objects.requireNonNull(lists, "nothing was copied yet").index();
    }

    /// How many files stayed.
    public int kept() {
        return files.size();
    }

    @Override
    public Optional<List<SourceFile>> unchanged(
            Lists now, int paths, Directory top, Workers workers) throws IOException {
        WarmIndex index = former;
        if (index == null
                || !isOf(index, now, paths)
                || !new Unchanged(top, source, permissions).holds(index.files(), workers)) {
            return Optional.empty();
        }
        lists = now;
        files.addAll(index.files());
        return Optional.of(files.stream().map(WarmFile::file).toList());
    }

    /// Whether an index knows all that Git lists now, and nothing was missing then.
    private boolean isOf(WarmIndex index, Lists now, int paths) {
        return index.lists().equals(now)
                && index.permissions() == permissions
                && index.files().size() == paths
                && index.seal().deleted().equals(digest(List.of()));
    }

    @Override
    public Rest rest(Lists now, List<Found> found, Workers workers) throws IOException {
        Pruning pruning = pruning(now);
        return rest(workers.each(places(found), pruning::prune));
    }

    /// What goes through the copy, after the first look at the working tree.
    Pruning pruning(Lists now) {
        lists = now;
        began = clock.now();
        Pruning pruning = new Pruning(source, clock, permissions);
        if (isOfUse(now)) {
            Objects.requireNonNull(former).files().forEach(pruning::knows);
        }
        return pruning;
    }

    /// A list that says the same may mean other modes, where those on disk do not count.
    private boolean isOfUse(Lists now) {
        return former != null
                && former.permissions() == permissions
                && (now.trustsModes() ? former.lists().trustsModes() : now.equals(former.lists()));
    }

    /// What is left to do after each directory was gone through.
    Rest rest(List<Pruning.Pruned> pruned) {
        List<Found> missing = new ArrayList<>();
        for (Pruning.Pruned each : pruned) {
            missing.addAll(each.missing());
            files.addAll(each.kept());
            hasChanged |= each.removed() > 0;
        }
        boolean isWhole =
                former != null
                        && missing.isEmpty()
                        && former.lists().equals(lists)
                        && files.size() == former.files().size();
        hasChanged |= !isWhole;
        return new Rest(missing, files.stream().map(WarmFile::file).toList(), isWhole);
    }

    /// The directories that something is wanted of, and those above them.
    static List<Pruning.Here> places(List<Found> found) {
        SortedMap<String, List<Found>> parts = new TreeMap<>();
        SortedMap<String, Set<String>> folders = new TreeMap<>();
        parts.put("", new ArrayList<>());
        for (Found each : found) {
            if (!each.present().isEmpty() || !each.skipped().isEmpty()) {
                parts.computeIfAbsent(each.directory(), _ -> new ArrayList<>()).add(each);
            }
        }
        for (String path : List.copyOf(parts.keySet())) {
            String below = path;
            while (!below.isEmpty()) {
                String above = above(below);
                parts.computeIfAbsent(above, _ -> new ArrayList<>());
                String name = below.substring(below.lastIndexOf('/') + 1);
                folders.computeIfAbsent(above, _ -> new HashSet<>()).add(name);
                below = above;
            }
        }
        List<Pruning.Here> places = new ArrayList<>();
        parts.forEach((path, each) ->
                places.add(new Pruning.Here(path, each, folders.getOrDefault(path, Set.of()))));
        return places;
    }

    private static String above(String path) {
        return path.substring(0, Math.max(path.lastIndexOf('/'), 0));
    }

    @Override
    public void copied(SourceFile file, @Nullable FileStatus from) {
        hasChanged = true;
        Stamp stamp = from == null ? null : Stamp.of(from);
        fresh.add(new Fresh(file, stamp));
    }

    /// Puts the repository of the copy back to how it was made of these inputs; false where it has
    /// to be made anew, and is gone.
    public boolean restores(Digest inputs) throws IOException {
        SavedRepository saved = former == null ? null : former.repository();
        if (saved != null && saved.inputs().equals(inputs)) {
            Restoring restoring = new Restoring(clock, saved);
            Optional<SavedRepository> restored = restoring.in(source);
            if (restored.isPresent()) {
                hasChanged |= restoring.hasChanged();
                repository = restored.get();
                return true;
            }
        }
        removeRepository();
        return false;
    }

    /// Leaves no repository in the copy.
    public void removeRepository() throws DiskFault {
        Optional<FileStatus> status = source.status(RepositoryCopy.NAME);
        if (status.isPresent()) {
            CopyFolder.remove(source, RepositoryCopy.NAME, status.get());
            hasChanged = true;
        }
    }

    /// The repository was made anew.
    public void made(Digest inputs) throws IOException {
        hasChanged = true;
        repository = new RepositoryCopy(source, clock).save(inputs);
    }

    /// Whether files were written that the repository's own index does not know.
    public boolean isStale() {
        return !fresh.isEmpty();
    }

    /// The repository's own index was brought up to date.
    public void refreshed() throws IOException {
        if (repository != null) {
            hasChanged = true;
            repository = new RepositoryCopy(source, clock).withIndex(repository);
        }
    }

    /// All that is in the payload, in the order of a manifest.
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        Set<String> folders = new TreeSet<>();
        folders.add(SOURCE);
        for (WarmFile file : files) {
            add(file.file(), entries, folders);
        }
        for (Fresh each : fresh) {
            add(each.file, entries, folders);
        }
        if (repository != null) {
            repository.files().forEach(each -> add(each.file().file(), entries, folders));
            repository.folders().keySet().forEach(path -> folders.add(SOURCE + "/" + path));
        }
        folders.forEach(path -> entries.add(new Entry.Folder(path)));
        entries.sort(Comparator.comparing(Entry::path, TreePath.BYTE_ORDER));
        return entries;
    }

    private static void add(SourceFile file, Collection<Entry> entries, Set<String> folders) {
        String path = SOURCE + "/" + file.path();
        entries.add(new Entry.Content(path, file.mode(), file.blob()));
        for (String above = above(path); folders.add(above); ) {
            above = above(above);
        }
    }

    /// What is known now. The copy is durable.
    WarmIndex index(StagingId id) throws IOException {
        List<WarmFile> all = new ArrayList<>(files);
        Map<String, List<Fresh>> byFolder = new TreeMap<>();
        for (Fresh each : fresh) {
            byFolder.computeIfAbsent(above(each.file.path()), _ -> new ArrayList<>()).add(each);
        }
        for (Map.Entry<String, List<Fresh>> folder : byFolder.entrySet()) {
            stamp(folder.getKey(), folder.getValue(), all);
        }
        return new WarmIndex(
                id,
                DirectoryIdentity.of(source),
                permissions,
                Objects.requireNonNull(lists, "nothing was copied yet"),
                all,
                repository,
                Objects.requireNonNull(seal, "the copy is not sealed yet"));
    }

    private void stamp(String folder, List<Fresh> copied, List<WarmFile> all) throws DiskFault {
        Directory directory = source;
        List<Directory> opened = new ArrayList<>();
        try {
            if (!folder.isEmpty()) {
                for (String part : folder.split("/", -1)) {
                    directory = directory.openDirectory(part);
                    opened.add(directory);
                }
            }
            for (Fresh each : copied) {
                SourceFile file = each.file;
                String name = file.path().substring(file.path().lastIndexOf('/') + 1);
                Optional<FileStatus> status = directory.status(name);
                // Of what may have changed within the tick in which it was read, nothing is known.
                boolean isUsable = each.source == null || !each.source.isFresh(began);
                if (status.isPresent() && isUsable) {
                    Stamp stamp = Stamp.of(status.get());
                    boolean isFresh = stamp.isFresh(clock.now());
                    all.add(
                            new WarmFile(
                                    file.path(),
                                    file.mode(),
                                    file.blob(),
                                    each.source,
                                    stamp,
                                    isFresh));
                }
            }
        } finally {
            opened.forEach(Directory::close);
        }
    }
}
