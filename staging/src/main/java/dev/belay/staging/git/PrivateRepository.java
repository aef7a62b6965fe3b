package dev.belay.staging.git;

import dev.belay.staging.schema.Digest;
import dev.belay.staging.tree.Heap;
import dev.belay.system.Directory;
import dev.belay.system.FileNames;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.program.Filters.Feed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A repository in a copy of a working tree, so that tools which ask Git find what they find in the
/// original: as `main` one commit of the base's tree, or the base itself with some of its history;
/// and the caller's index.
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

    /// Where a repository is made: a directory that holds the files already.
    public record Target(Path path, Directory source) {}

    /// How much of the past is in it.
    ///
    /// @param base a revision of the checkout; where it is no commit, there is no commit here
    /// @param commits of the past of `base`, itself among them, under their own ids; 0 for one
    ///   commit of nobody's name that has its tree
    public record History(String base, int commits) {
        /// Where the past ends: each commit but the oldest has all of its parents, so that what is
        /// merged makes them more.
        List<String> ends(Git git, Checkout checkout, String tip) throws IOException {
            Path top = checkout.repository().top();
            Map<String, List<String>> parents =
                    parents(
                            git.ask(
                                    top,
                                    "rev-list",
                                    "--parents",
                                    "--max-count=" + (commits - 1),
                                    tip));
            Set<String> oldest = new LinkedHashSet<>();
            parents.values().forEach(oldest::addAll);
            oldest.removeAll(parents.keySet());
            if (parents.isEmpty()) {
                oldest.add(tip);
            }
            Feed ids =
                    pipe -> {
                        for (String id : oldest) {
                            pipe.write((id + "\n").getBytes(StandardCharsets.US_ASCII));
                        }
                    };
            parents.putAll(
                    parents(git.tell(top, ids, "rev-list", "--parents", "--no-walk", "--stdin")));
            // A shallow checkout does not say which of its commits had parents.
            boolean isShallow = isShallow(git, top);
            return parents.entrySet().stream()
                    .filter(each ->
                            each.getValue().isEmpty() ? isShallow : oldest.contains(each.getKey()))
                    .map(Map.Entry::getKey)
                    .toList();
        }

        private static boolean isShallow(Git git, Path top) throws IOException {
            byte[] answer = git.ask(top, "rev-parse", "--is-shallow-repository");
            return new String(answer, StandardCharsets.US_ASCII).startsWith("true");
        }

        /// Lines of a commit and its parents.
        private static Map<String, List<String>> parents(byte[] answer) {
            Map<String, List<String>> parents = new LinkedHashMap<>();
            new String(answer, StandardCharsets.US_ASCII)
                    .lines()
                    .map(line -> List.of(line.split(" ", -1)))
                    .forEach(ids -> parents.put(ids.getFirst(), ids.subList(1, ids.size())));
            return parents;
        }
    }

    /// Makes `.git`.
    public static void make(Git git, Checkout checkout, History history, Target target)
            throws IOException {
        Path copy = target.path;
        git.ask(copy, "init", "-q", "--template=", "--initial-branch=main", ".");
        Git borrowing =
                git.with(
                        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
                        quoted(checkout.repository().objects()));
        PrivateRepository made = new PrivateRepository(borrowing, copy);
        Heap.letGo();
        List<IndexEntry> index = Listing.index(checkout.index());
        String commit = checkout.commit(history.base()).orElse("");
        if (commit.isEmpty()) {
            made.pack("", List.of(), objects(index, List.of()));
        } else {
            List<TreeEntry> tree = checkout.tree(commit);
            boolean isAlone = history.commits == 0;
            String tip = isAlone ? made.commit(commit) : commit;
            List<String> ends = isAlone ? List.of() : history.ends(git, checkout, commit);
            made.pack(tip, ends, objects(index, tree));
            endAt(target.source, ends);
            git.ask(copy, "update-ref", "refs/heads/main", tip);
        }
        if (index.stream().anyMatch(entry -> entry.blob().equals(EMPTY_BLOB))) {
            git.ask(copy, "hash-object", "-w", "--stdin");
        }
        made.index(index);
    }

    /// The digest of all that a repository is made of beside the list of what Git tracks: where it
    /// is the same, so is the repository.
    public static Digest inputs(Git git, Checkout checkout, History history) throws IOException {
        Path top = checkout.repository().top();
        ByteArrayOutputStream inputs = new ByteArrayOutputStream();
        inputs.writeBytes(git.ask(top, "version"));
        String commit = checkout.commit(history.base()).orElse("");
        inputs.writeBytes((commit + " " + history.commits()).getBytes(StandardCharsets.US_ASCII));
        if (!commit.isEmpty() && history.commits() > 0) {
            // What is known of a past may become more or less, as a clone is cut or deepened.
            String count = "--max-count=" + history.commits();
            inputs.writeBytes(git.ask(top, "rev-list", "--parents", count, commit));
        }
        return Digest.of(inputs.toByteArray());
    }

    /// Lets the index of a copy see which of its files are as it says.
    public static void refresh(Git git, Path copy) throws IOException {
        git.find(copy, "update-index", "-q", "--refresh");
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

    /// Makes Git take these commits for ones without parents, as in a shallow clone.
    private static void endAt(Directory source, List<String> ends) throws IOException {
        if (ends.isEmpty()) {
            return;
        }
        byte[] lines = (String.join("\n", ends) + "\n").getBytes(StandardCharsets.US_ASCII);
        try (Directory own = source.openDirectory(".git");
                OpenFile file =
                        own.open(
                                "shallow",
                                0666,
                                OpenOption.WRITE,
                                OpenOption.CREATE,
                                OpenOption.EXCLUSIVE)) {
            file.writeAll(lines, 0, lines.length, 0);
        }
    }

    /// Brings every object here that the commit and the index need.
    ///
    /// @param ends commits whose parents do not come
    private void pack(String commit, List<String> ends, Set<String> objects) throws IOException {
        if (commit.isEmpty() && objects.isEmpty()) {
            return;
        }
        Feed ids =
                pipe -> {
                    for (String id : ends) {
                        pipe.write(("--shallow " + id + "\n").getBytes(StandardCharsets.US_ASCII));
                    }
                    if (!commit.isEmpty()) { // An empty line would end the list.
                        pipe.write((commit + "\n").getBytes(StandardCharsets.US_ASCII));
                    }
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
        refresh(git, copy);
    }
}
