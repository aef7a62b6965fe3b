package dev.belay.staging.freeze;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.freeze.TreeCopy.Copied;
import dev.belay.staging.git.Checkout;
import dev.belay.staging.git.IndexEntry;
import dev.belay.staging.git.Listing;
import dev.belay.staging.git.Quoted;
import dev.belay.staging.git.TreeEntry;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.manifest.TreePath;
import dev.belay.staging.tree.Workers;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Copies a working tree: what Git tracks as it lies on disk, and what it neither tracks nor
/// ignores.
///
/// - **Durable:** once [#freeze] returns, everything in the target survives a power cut.
/// - **Crash:** leaves a part of a copy, which its owner has recorded as unfinished.
/// - **Refuses:** see [Selection], [Look], [TreeCopy], [Recheck]; and a copy that would leave too
///   little space.
public final class Freezer {
    /// A directory of more files is work for several threads.
    private static final int PIECE_FILES = 256;

    private final World world;
    private final long keptFreeBytes;
    private final Scope scope;

    /// What a copy holds beside the usual.
    ///
    /// @param along paths whose ignored files come along
    /// @param skipsSubmodules whether submodules are left out, instead of refused
    public record Scope(List<String> along, boolean skipsSubmodules) {
        public static final Scope USUAL = new Scope(List.of(), false);

        public Scope {
            along = List.copyOf(along);
        }
    }

    /// @param keptFreeBytes what a copy must leave free on its disk
    public Freezer(World world, long keptFreeBytes, Scope scope) {
        this.world = world;
        this.keptFreeBytes = keptFreeBytes;
        this.scope = scope;
    }

    /// Copies the working tree into `target`, an empty directory of our own.
    ///
    /// @param base a revision that deletions are told against; where it is no commit, the index
    ///   alone tells them
    public FrozenTree freeze(Checkout checkout, String base, Directory target, Watch watch)
            throws IOException {
        byte[] index = checkout.index();
        byte[] untracked = checkout.untracked();
        boolean trustsModes = checkout.trustsModes();
        List<String> along = along(checkout);
        List<String> others = new ArrayList<>(Outputs.without(Listing.paths(untracked)));
        others.addAll(along);
        Selection selection = selection(Listing.index(index), others, tree(checkout, base));
        try (Workers workers = Workers.create();
                Directory top = world.disk().open(checkout.repository().top(), "")) {
            Look look = new Look(top);
            List<Found> found =
                    workers.each(pieces(selection), piece -> look.at(piece.path, piece.wanted));
            checkSpecials(checkout, found);
            checkSpace(found, target, watch);
            TreeCopy copy =
                    new TreeCopy(
                            top, target, new TreeCopy.Manner(trustsModes, world.clock(), watch));
            List<List<Copied>> copied = workers.each(found, copy::copy);
            List<SourceFile> sparse = sparse(checkout, found, target);
            recheck(workers, top, found, copied);
            checkLists(checkout, index, untracked);
            target.syncFileSystem();
            return frozen(selection, new Copies(found, copied, sparse), Set.copyOf(along));
        }
    }

    private List<String> along(Checkout checkout) throws IOException {
        List<String> along = new ArrayList<>();
        for (String path : scope.along) {
            List<String> below = Outputs.without(checkout.ignoredBelow(path));
            if (below.isEmpty()) {
                throw new Refusal(
                        ErrorCode.USAGE,
                        "--with",
                        Quoted.of(path) + " holds nothing that Git ignores",
                        "what Git does not ignore is in the copy anyway");
            }
            along.addAll(below);
        }
        return along.stream().distinct().toList();
    }

    private Selection selection(
            List<IndexEntry> index, List<String> untracked, List<TreeEntry> base) throws Refusal {
        if (!scope.skipsSubmodules) {
            return Selection.of(index, untracked, base);
        }
        return Selection.of(
                index.stream().filter(entry -> !entry.isSubmodule()).toList(),
                untracked,
                base.stream().filter(entry -> !entry.isSubmodule()).toList());
    }

    private static List<TreeEntry> tree(Checkout checkout, String base) throws IOException {
        String commit = checkout.commit(base).orElse("");
        return commit.isEmpty() ? List.of() : checkout.tree(commit);
    }

    /// A part of a directory.
    private record Piece(String path, List<Wanted> wanted) {}

    private static List<Piece> pieces(Selection selection) {
        List<Piece> pieces = new ArrayList<>();
        selection
                .directories()
                .forEach((path, wanted) -> {
                    for (int from = 0; from < wanted.size(); from += PIECE_FILES) {
                        int to = Math.min(from + PIECE_FILES, wanted.size());
                        pieces.add(new Piece(path, wanted.subList(from, to)));
                    }
                });
        return pieces;
    }

    private static void checkSpecials(Checkout checkout, List<Found> found) throws IOException {
        NavigableSet<String> specials = new TreeSet<>();
        found.forEach(each -> specials.addAll(each.specials()));
        checkout.ignored(List.copyOf(specials)).forEach(specials::remove);
        if (!specials.isEmpty()) {
            throw Selection.refusal(
                    specials.first(),
                    "it is a pipe, a socket, or a device, of which there can be no copy",
                    "remove it, or name it in .gitignore");
        }
    }

    private void checkSpace(List<Found> found, Directory target, Watch watch)
            throws Refusal, DiskFault {
        long files = 0;
        long bytes = 0;
        for (Found each : found) {
            for (Found.Present present : each.present()) {
                files++;
                bytes += present.status().sizeBytes();
            }
        }
        long available = target.availableBytes();
        if (bytes > available - keptFreeBytes) {
            throw new Refusal(
                    ErrorCode.SPACE_SHORT,
                    "the copy",
                    "it takes %,d bytes of %,d, and %,d are kept free"
                            .formatted(bytes, available, keptFreeBytes),
                    "free some space on the disk of the copies");
        }
        watch.begins(files, bytes);
    }

    private static List<SourceFile> sparse(Checkout checkout, List<Found> found, Directory target)
            throws IOException {
        List<IndexEntry> skipped = found.stream().flatMap(it -> it.skipped().stream()).toList();
        if (skipped.isEmpty()) {
            return List.of();
        }
        SparseFiles files = new SparseFiles(target, skipped);
        try {
            checkout.blobs(skipped.stream().map(IndexEntry::blob).toList(), files);
        } finally {
            files.close();
        }
        return files.files();
    }

    private static void recheck(
            Workers workers, Directory top, List<Found> found, List<List<Copied>> copied)
            throws IOException {
        Recheck recheck = new Recheck(top);
        List<Integer> numbers = new ArrayList<>();
        for (int number = 0; number < found.size(); number++) {
            numbers.add(number);
        }
        workers.each(
                numbers,
                number -> {
                    recheck.of(found.get(number), copied.get(number));
                    return number;
                });
    }

    private static void checkLists(Checkout checkout, byte[] index, byte[] untracked)
            throws IOException {
        boolean isSame =
                Arrays.equals(checkout.index(), index)
                        && Arrays.equals(checkout.untracked(), untracked);
        if (!isSame) {
            throw Look.changed("the list of files");
        }
    }

    /// What was looked at, and what became of it.
    private record Copies(List<Found> found, List<List<Copied>> copied, List<SourceFile> sparse) {}

    private static FrozenTree frozen(Selection selection, Copies copies, Set<String> along) {
        List<SourceFile> files = new ArrayList<>(copies.sparse);
        List<SourceFile> others = new ArrayList<>();
        long bytes = 0;
        for (List<Copied> each : copies.copied) {
            for (Copied file : each) {
                (along.contains(file.path()) ? others : files).add(file.file());
                bytes += file.status().sizeBytes();
            }
        }
        files.sort(Comparator.comparing(SourceFile::path, TreePath.BYTE_ORDER));
        SortedSet<String> deleted = new TreeSet<>(TreePath.BYTE_ORDER);
        deleted.addAll(selection.committedOnly());
        copies.found.forEach(each -> deleted.addAll(each.gone()));
        FrozenSource source = new FrozenSource(files, List.copyOf(deleted));
        return new FrozenTree(source, others, bytes, copies.sparse.size());
    }
}
