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
import dev.belay.staging.schema.Digest;
import dev.belay.staging.tree.Workers;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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

    /// What a target holds already, of a former copy.
    public interface Former {
        /// All files of the target, where it and the working tree are what they were when Git said
        /// the same. Empty where they are not, or that would take a closer look.
        ///
        /// @param paths how many Git listed
        /// @param top of the working tree
        Optional<List<SourceFile>> unchanged(Lists lists, int paths, Directory top, Workers workers)
                throws IOException;

        /// Leaves in the target what is right as it is, and removes all else.
        Rest rest(Lists lists, List<Found> found, Workers workers) throws IOException;

        /// A file that was copied into the target.
        ///
        /// @param source what it was copied of; null for one that came from the object store
        void copied(SourceFile file, @Nullable FileStatus source);
    }

    /// What Git said of a working tree.
    ///
    /// @param index the digest of the list of what it tracks
    /// @param untracked the digest of the list of what it neither tracks nor ignores
    /// @param trustsModes whether the bit on disk says what is a program, and not the index
    public record Lists(Digest index, Digest untracked, boolean trustsModes) {}

    /// What is left to do.
    ///
    /// @param missing what is still to be copied
    /// @param kept what stays in the target
    /// @param isWhole whether everything is as it was when the former copy was made. Then it was so
    ///   at every moment since, and there is no need of a second look.
    public record Rest(List<Found> missing, List<SourceFile> kept, boolean isWhole) {}

    /// Copies the working tree into `target`, an empty directory of our own.
    ///
    /// @param base a revision that deletions are told against; where it is no commit, the index
    ///   alone tells them
    public FrozenTree freeze(Checkout checkout, String base, Directory target, Watch watch)
            throws IOException {
        return freeze(checkout, base, new Target(target, new Nothing()), watch);
    }

    /// Where a copy is made, and what is there.
    public record Target(Directory directory, Former former) {}

    private static final class Nothing implements Former {
        @Override
        public Optional<List<SourceFile>> unchanged(
                Lists lists, int paths, Directory top, Workers workers) {
            return Optional.empty();
        }

        @Override
        public Rest rest(Lists lists, List<Found> found, Workers workers) {
            return new Rest(found, List.of(), false);
        }

        @Override
        public void copied(SourceFile file, @Nullable FileStatus source) {}
    }

    /// Brings the target to where it would be had the working tree been copied into an empty one.
    public FrozenTree freeze(Checkout checkout, String base, Target target, Watch watch)
            throws IOException {
        try (Workers workers = Workers.create();
                Directory top = world.disk().open(checkout.repository().top(), "")) {
            Order order = new Order(checkout, base, watch);
            Tree tree = new Tree(top, workers);
            Asked asked = ask(order, workers);
            Optional<FrozenTree> same = unchanged(asked, target.former(), tree);
            if (same.isPresent()) {
                checkLists(order, workers, asked, true);
                return same.get();
            }
            return copied(order, asked, target, tree);
        }
    }

    /// Who wants a copy of what.
    private record Order(Checkout checkout, String base, Watch watch) {}

    /// A working tree, and who goes through it.
    private record Tree(Directory top, Workers workers) {}

    private Optional<FrozenTree> unchanged(Asked asked, Former former, Tree tree)
            throws IOException {
        if (!scope.equals(Scope.USUAL) || asked.committedOnly().length > 0) {
            return Optional.empty();
        }
        int paths = Listing.count(asked.index()) + Listing.count(asked.untracked());
        return former.unchanged(asked.lists, paths, tree.top, tree.workers)
                .map(kept -> {
                    List<SourceFile> files = new ArrayList<>(kept);
                    files.sort(Comparator.comparing(SourceFile::path, TreePath.BYTE_ORDER));
                    FrozenSource source = new FrozenSource(files, List.of());
                    return new FrozenTree(source, List.of(), 0, 0);
                });
    }

    private FrozenTree copied(Order order, Asked asked, Target target, Tree tree)
            throws IOException {
        Checkout checkout = order.checkout;
        Workers workers = tree.workers;
        List<String> along = along(checkout);
        Selection selection = selection(asked, along);
        Look look = new Look(tree.top);
        List<Found> found =
                workers.each(pieces(selection), piece -> look.at(piece.path, piece.wanted));
        checkSpecials(checkout, found);
        Rest rest = target.former().rest(asked.lists, found, workers);
        Directory into = target.directory();
        checkSpace(rest.missing(), into, order.watch);
        TreeCopy.Manner manner =
                new TreeCopy.Manner(asked.lists.trustsModes(), world.clock(), order.watch);
        TreeCopy copy = new TreeCopy(tree.top, into, manner);
        List<List<Copied>> copied = workers.each(rest.missing(), copy::copy);
        List<SourceFile> sparse = sparse(checkout, rest.missing(), into);
        if (!rest.isWhole()) {
            Recheck recheck = new Recheck(tree.top);
            workers.each(found, recheck::of);
            into.syncFileSystem();
        }
        checkLists(order, workers, asked, rest.isWhole());
        tell(target.former(), copied, sparse);
        Copies copies = new Copies(found, rest.kept(), copied, sparse);
        return frozen(selection, copies, Set.copyOf(along));
    }

    private static void tell(Former former, List<List<Copied>> copied, List<SourceFile> sparse) {
        for (List<Copied> each : copied) {
            each.forEach(file -> former.copied(file.file(), file.status()));
        }
        sparse.forEach(file -> former.copied(file, null));
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

    private Selection selection(Asked asked, List<String> along) throws IOException {
        List<String> others = new ArrayList<>(Outputs.without(Listing.paths(asked.untracked())));
        others.addAll(along);
        List<IndexEntry> index = Listing.index(asked.index());
        List<TreeEntry> committed = Listing.removed(asked.committedOnly());
        if (!scope.skipsSubmodules) {
            return Selection.of(index, others, committed);
        }
        return Selection.of(
                index.stream().filter(entry -> !entry.isSubmodule()).toList(),
                others,
                committed.stream().filter(entry -> !entry.isSubmodule()).toList());
    }

    private Optional<FileStatus> indexFile(Checkout checkout) throws DiskFault {
        try (Directory git = world.disk().open(checkout.repository().directory(), "")) {
            return git.status("index");
        }
    }

    /// What Git said at one time.
    ///
    /// @param file what its list of tracked paths is from, and is replaced whenever that changes
    /// @param answers its lists of what is neither tracked nor ignored, of what is tracked, and of
    ///   what only the base has, unread
    private record Asked(Optional<FileStatus> file, List<byte[]> answers, Lists lists) {
        byte[] untracked() {
            return answers.getFirst();
        }

        byte[] index() {
            return answers.get(1);
        }

        byte[] committedOnly() {
            return answers.getLast();
        }
    }

    private interface Question {
        byte[] ask() throws IOException;
    }

    private Asked ask(Order order, Workers workers) throws IOException {
        Checkout checkout = order.checkout;
        Optional<FileStatus> file = indexFile(checkout);
        List<Question> questions = // The longest one first.
                List.of(
                        checkout::untracked,
                        checkout::index,
                        () -> {
                            String commit = checkout.commit(order.base).orElse("");
                            return commit.isEmpty() ? new byte[0] : checkout.committedOnly(commit);
                        });
        List<byte[]> answers = workers.each(questions, Question::ask);
        return new Asked(
                file,
                answers,
                new Lists(
                        Digest.of(answers.get(1)),
                        Digest.of(answers.getFirst()),
                        checkout.trustsModes()));
    }

    /// @param isWhole whether Git listed what it listed when a former copy was made
    private void checkLists(Order order, Workers workers, Asked asked, boolean isWhole)
            throws IOException {
        Optional<FileStatus> now = indexFile(order.checkout);
        if (isWhole && now.isPresent() && asked.file().filter(now.get()::isUnchanged).isPresent()) {
            return;
        }
        List<Question> questions = List.of(order.checkout::untracked, order.checkout::index);
        List<byte[]> again = workers.each(questions, Question::ask);
        boolean isSame =
                Digest.of(again.getFirst()).equals(asked.lists.untracked())
                        && Digest.of(again.getLast()).equals(asked.lists.index());
        if (!isSame) {
            throw Look.changed("the list of files");
        }
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

    /// What was looked at, and what became of it.
    private record Copies(
            List<Found> found,
            List<SourceFile> kept,
            List<List<Copied>> copied,
            List<SourceFile> sparse) {
        long bytes() {
            long bytes = 0;
            for (List<Copied> each : copied) {
                for (Copied file : each) {
                    bytes += file.status().sizeBytes();
                }
            }
            return bytes;
        }
    }

    private static FrozenTree frozen(Selection selection, Copies copies, Set<String> along) {
        List<SourceFile> files = new ArrayList<>(copies.sparse);
        List<SourceFile> others = new ArrayList<>();
        for (SourceFile file : copies.kept) {
            (along.contains(file.path()) ? others : files).add(file);
        }
        for (List<Copied> each : copies.copied) {
            for (Copied file : each) {
                (along.contains(file.path()) ? others : files).add(file.file());
            }
        }
        files.sort(Comparator.comparing(SourceFile::path, TreePath.BYTE_ORDER));
        SortedSet<String> deleted = new TreeSet<>(TreePath.BYTE_ORDER);
        deleted.addAll(selection.committedOnly());
        copies.found.forEach(each -> deleted.addAll(each.gone()));
        FrozenSource source = new FrozenSource(files, List.copyOf(deleted));
        return new FrozenTree(source, others, copies.bytes(), copies.sparse.size());
    }
}
