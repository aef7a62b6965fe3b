package dev.belay.staging.git;

import dev.belay.system.FileNames;
import dev.belay.system.program.Filters.Feed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A repository in a copy of a working tree, so that tools which ask Git find what they find in the
/// original: one commit of the base's tree as `main`, and the caller's index.
///
/// It stands alone: no remote, no hook, no borrowed object is left in it.
public final class PrivateRepository {
    /// What an intended file has in an index. Not every repository has the object.
    private static final String EMPTY_BLOB = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

    private static final String GITLINK = "160000";

    private final Git git;
    private final Path copy;

    private PrivateRepository(Git git, Path copy) {
        this.git = git;
        this.copy = copy;
    }

    /// Makes `.git` in `copy`, which holds the files already.
    ///
    /// @param base a revision of the checkout; where it is no commit, there is no commit here
    public static void make(Git git, Checkout checkout, String base, Path copy) throws IOException {
        git.ask(copy, "init", "-q", "--template=", "--initial-branch=main", ".");
        Git borrowing =
                git.with(
                        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
                        quoted(checkout.repository().objects()));
        PrivateRepository made = new PrivateRepository(borrowing, copy);
        List<IndexEntry> index = Listing.index(checkout.index());
        String commit = checkout.commit(base).orElse("");
        if (commit.isEmpty()) {
            made.pack("", objects(index, List.of()));
        } else {
            List<TreeEntry> tree = checkout.tree(commit);
            String own = made.commit(commit);
            made.pack(own, objects(index, tree));
            git.ask(copy, "update-ref", "refs/heads/main", own);
        }
        if (index.stream().anyMatch(entry -> entry.blob().equals(EMPTY_BLOB))) {
            git.ask(copy, "hash-object", "-w", "--stdin");
        }
        made.index(index);
    }

    /// A list of directories is split at colons, but for what is in quotes.
    private static String quoted(Path path) {
        return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /// What the index has and the base has not.
    private static Set<String> objects(List<IndexEntry> index, List<TreeEntry> tree) {
        Map<String, String> known = new HashMap<>();
        tree.forEach(entry -> known.put(entry.path(), entry.id()));
        Set<String> ids = new TreeSet<>();
        for (IndexEntry entry : index) {
            boolean isKnown = entry.blob().equals(known.get(entry.path()));
            if (!isKnown && !entry.mode().equals(GITLINK) && !entry.blob().equals(EMPTY_BLOB)) {
                ids.add(entry.blob());
            }
        }
        return ids;
    }

    /// A commit of the base's tree that has no parent and nobody's name.
    private String commit(String base) throws IOException {
        Git named =
                git.with("GIT_AUTHOR_NAME", "belay")
                        .with("GIT_AUTHOR_EMAIL", "belay@invalid")
                        .with("GIT_AUTHOR_DATE", "@0 +0000")
                        .with("GIT_COMMITTER_NAME", "belay")
                        .with("GIT_COMMITTER_EMAIL", "belay@invalid")
                        .with("GIT_COMMITTER_DATE", "@0 +0000");
        Feed message =
                pipe -> pipe.write(("copy of " + base + "\n").getBytes(StandardCharsets.UTF_8));
        return new String(
                        named.tell(copy, message, "commit-tree", base + "^{tree}"),
                        StandardCharsets.US_ASCII)
                .strip();
    }

    /// Brings every object here that the commit and the index need.
    private void pack(String commit, Set<String> objects) throws IOException {
        if (commit.isEmpty() && objects.isEmpty()) {
            return;
        }
        Feed ids =
                pipe -> {
                    pipe.write((commit + "\n").getBytes(StandardCharsets.US_ASCII));
                    for (String id : objects) {
                        pipe.write((id + "\n").getBytes(StandardCharsets.US_ASCII));
                    }
                };
        git.tell(copy, ids, "pack-objects", "-q", "--revs", "--window=0", ".git/objects/pack/pack");
    }

    /// Writes the index, and lets it see that files which are as it says are so.
    private void index(List<IndexEntry> entries) throws IOException {
        Feed lines =
                pipe -> {
                    for (IndexEntry entry : entries) {
                        String line =
                                "%s %s %d\t".formatted(entry.mode(), entry.blob(), entry.stage());
                        pipe.write(line.getBytes(StandardCharsets.US_ASCII));
                        pipe.write(FileNames.encodeText(entry.path()));
                        pipe.write(0);
                    }
                };
        git.tell(copy, lines, "update-index", "-z", "--index-info");
        git.find(copy, "update-index", "-q", "--refresh");
    }
}
