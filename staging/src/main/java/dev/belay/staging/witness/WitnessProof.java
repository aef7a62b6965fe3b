package dev.belay.staging.witness;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.git.Git;
import dev.belay.staging.git.GitObject;
import dev.belay.staging.git.GitObject.Kind;
import dev.belay.staging.git.TreeEntry;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.receipt.SourceWitness;
import dev.belay.staging.recovery.Witness;
import dev.belay.staging.tree.Workers;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import dev.belay.system.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The proof that a repository holds a source, at the cost of the tree and not of its history.
///
/// Commit, trees, and blobs are read through Git, but for blobs that are files of their own, and
/// hashed here: they are what their names say, whatever else the store holds. That the commit is
/// kept is Git's word: it is at the ref, or an ancestor of what is.
///
/// - **Refuses:** (`STAGING_KEPT`) anything less, with what was found and what helps.
public final class WitnessProof implements Witness {
    /// What `git fsck` means by the bits of its code.
    private static final int OBJECTS = 1 | 2 | 4;

    private static final int REFS = 8;

    private static final String COMMIT_BEGINS = "tree ";
    private static final int ID_DIGITS = 40;

    /// So many are work for one thread.
    private static final int PIECE_OBJECTS = 128;

    private final Disk disk;
    private final Clock clock;
    private final Git git;
    private final boolean isParanoid;

    /// @param isParanoid whether Git also checks the whole history of the commit
    public WitnessProof(Disk disk, Clock clock, Git git, boolean isParanoid) {
        this.disk = disk;
        this.clock = clock;
        this.git = git;
        this.isParanoid = isParanoid;
    }

    @Override
    public Verified verify(SourceWitness said, FrozenSource source, Path copy) throws IOException {
        if (!RefName.isAcceptable(said.ref())) {
            throw Unproved.refusal(
                    "`%s` is not the whole name of a ref that lasts".formatted(said.ref()),
                    "name a branch or a tag, for example refs/heads/main");
        }
        DirectoryIdentity doomed;
        try (Directory root = disk.open(copy, "staging")) {
            doomed = DirectoryIdentity.of(root);
        }
        try {
            return new Proof(said, source, Set.of(doomed)).prove();
        } catch (Refusal refusal) {
            throw refusal.code() == ErrorCode.GIT_FAILED
                    ? Unproved.refusal(
                                    refusal.found(),
                                    refusal.help().isEmpty()
                                            ? "run git fsck in that repository"
                                            : refusal.help())
                            .because(refusal)
                    : refusal;
        }
    }

    /// One proof, which stays to be asked again.
    private final class Proof implements Verified {
        private final SourceWitness said;
        private final FrozenSource source;
        private final Set<DirectoryIdentity> doomed;
        private final Set<GitObject> objects = new HashSet<>();
        private StoreFiles.Seen seen = new StoreFiles.Seen(Map.of());
        private String tip = "";

        Proof(SourceWitness said, FrozenSource source, Set<DirectoryIdentity> doomed) {
            this.said = said;
            this.source = source;
            this.doomed = doomed;
        }

        Proof prove() throws IOException {
            Budget budget = new Budget(clock);
            Store store = new Store(git, Path.of(said.gitDir()), budget);
            List<GitObject> blobs = TreeWalk.blobs(source);
            objects.addAll(blobs);
            seen = look(objects);
            checkSettings(store);
            tip = tip(store);
            List<GitObject> packed = blobs.stream().filter(blob -> !seen.isLoose(blob)).toList();
            if (!packed.isEmpty()) {
                budget.allow(store.sizeBytes(packed), packed.size());
            }
            TreeWalk walk = new TreeWalk(source);
            List<GitObject> ways = ways(store, walk);
            seen = seen.and(look(ways));
            objects.addAll(ways);
            compare(walk, HashedObjects.read(store, ways));
            HashedObjects.check(store, packed);
            checkLoose(blobs, budget);
            if (isParanoid) {
                check(store);
            }
            revalidate();
            return this;
        }

        private StoreFiles.Seen look(Collection<GitObject> wanted) throws IOException {
            try (StoreFiles files = StoreFiles.open(disk, said.gitDir(), doomed)) {
                return files.look(said.ref(), wanted);
            }
        }

        private void checkLoose(List<GitObject> blobs, Budget budget) throws IOException {
            List<GitObject> loose =
                    blobs.stream()
                            .filter(seen::isLoose)
                            .sorted(Comparator.comparing(GitObject::id))
                            .toList();
            try (StoreFiles files = StoreFiles.open(disk, said.gitDir(), doomed);
                    Directory directory = files.objects();
                    Workers workers = Workers.create()) {
                workers.each(
                        Workers.pieces(loose, PIECE_OBJECTS),
                        piece -> {
                            try (LooseObjects reader = new LooseObjects(directory, budget)) {
                                HashedObjects.check(reader, piece);
                            }
                            return piece.size();
                        });
            }
        }

        private void checkSettings(Store store) throws IOException {
            for (String file : List.of("config", "config.worktree")) {
                if (seen.statuses().containsKey(file)) {
                    Settings.check(file, store.settings(file));
                }
            }
        }

        private String tip(Store store) throws IOException {
            Store.Ref ref =
                    store.ref(said.ref())
                            .orElseThrow(() ->
                                    Unproved.refusal("it has no ref %s".formatted(said.ref())));
            if (ref.isSymbolic()) {
                throw Unproved.refusal(
                        "%s is only a name of another ref".formatted(said.ref()),
                        "name the other one");
            }
            if (!store.isAncestor(said.commit(), ref.commit())) {
                throw Unproved.refusal(
                        "%s does not lead to the commit %s any more"
                                .formatted(said.ref(), said.commit()));
            }
            return ref.commit();
        }

        /// The commit and those of its trees that matter.
        private List<GitObject> ways(Store store, TreeWalk walk) throws IOException {
            GitObject commit = new GitObject(Kind.COMMIT, said.commit());
            Map<String, byte[]> read = HashedObjects.read(store, List.of(commit));
            List<GitObject> ways =
                    new ArrayList<>(List.of(commit, new GitObject(Kind.TREE, rootOf(read))));
            for (TreeEntry entry : store.trees(said.commit())) {
                if (walk.needs(entry.path())) {
                    ways.add(new GitObject(Kind.TREE, entry.id()));
                }
            }
            return ways.stream().distinct().toList();
        }

        private void compare(TreeWalk walk, Map<String, byte[]> read) throws Refusal {
            walk.compare(read, rootOf(read));
        }

        private String rootOf(Map<String, byte[]> read) throws Refusal {
            String text = new String(read.getOrDefault(said.commit(), new byte[0]), US_ASCII);
            int end = COMMIT_BEGINS.length() + ID_DIGITS;
            if (!text.startsWith(COMMIT_BEGINS) || text.indexOf('\n') != end) {
                throw HashedObjects.damaged(new GitObject(Kind.COMMIT, said.commit()));
            }
            return text.substring(COMMIT_BEGINS.length(), end);
        }

        private void check(Store store) throws IOException {
            int code = store.check(said.commit());
            if ((code & OBJECTS) != 0) {
                throw Unproved.refusal(
                        "`git fsck` finds objects of its history missing or damaged",
                        "run git fsck in that repository");
            }
            if ((code & REFS) != 0) {
                throw Unproved.refusal(
                        "`git fsck` finds its refs damaged", "run git fsck in that repository");
            }
        }

        private void requireUnchanged(StoreFiles.Seen now) throws Refusal {
            Optional<String> changed = seen.difference(now);
            if (changed.isPresent()) {
                throw StoreFiles.changed(changed.get());
            }
        }

        @Override
        public void revalidate() throws IOException {
            requireUnchanged(look(objects));
            Store store = new Store(git, Path.of(said.gitDir()), new Budget(clock));
            if (!tip(store).equals(tip)) {
                throw StoreFiles.changed(said.ref());
            }
        }
    }
}
