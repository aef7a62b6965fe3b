package dev.belay.staging.witness;

import dev.belay.core.error.Refusal;
import dev.belay.staging.git.GitObject;
import dev.belay.staging.git.GitObject.Kind;
import dev.belay.staging.git.Quoted;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.manifest.TreePath;
import dev.belay.system.FileNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Compares a source with the tree of a commit, by the bytes of the trees themselves.
///
/// Only what lies on the way to a file or a deleted path is entered.
///
/// - **Refuses:** a file that is missing there, or has another mode or content; a deleted path that
///   is there, as whatever.
final class TreeWalk {
    private static final String TREE_MODE = "40000";
    private static final int ID_BYTES = 20;

    private final Map<String, SourceFile> missing;
    private final Set<String> deleted;
    private final Set<String> directories = new HashSet<>();

    TreeWalk(FrozenSource source) {
        this.missing = HashMap.newHashMap(source.files().size());
        this.deleted = Set.copyOf(source.deleted());
        for (SourceFile file : source.files()) {
            missing.put(file.path(), file);
            enter(file.path());
        }
        deleted.forEach(this::enter);
    }

    private void enter(String path) {
        int end = path.lastIndexOf('/');
        while (end > 0 && directories.add(path.substring(0, end))) {
            end = path.lastIndexOf('/', end - 1);
        }
    }

    /// Whether a directory has to be looked into.
    boolean needs(String directory) {
        return directories.contains(directory);
    }

    /// Walks down from a tree.
    ///
    /// @param trees the bytes of those that are needed, which hash to their names
    void compare(Map<String, byte[]> trees, String root) throws Refusal {
        walk(trees, root, "");
        if (!missing.isEmpty()) {
            String first = missing.keySet().stream().min(TreePath.BYTE_ORDER).orElseThrow();
            throw Unproved.refusal("it does not hold %s".formatted(Quoted.of(first)));
        }
    }

    private void walk(Map<String, byte[]> trees, String id, String parent) throws Refusal {
        byte[] tree = trees.get(id);
        if (tree == null) {
            throw Unproved.refusal("Git does not list its tree " + id);
        }
        for (int at = 0; at < tree.length; ) {
            int space = indexOf(tree, (byte) ' ', at, id);
            int end = indexOf(tree, (byte) 0, space, id);
            if (end + ID_BYTES >= tree.length) {
                throw damaged(id);
            }
            String mode = FileNames.decode(tree, at, space - at);
            String path = parent + FileNames.decode(tree, space + 1, end - space - 1);
            String child = HexFormat.of().formatHex(tree, end + 1, end + 1 + ID_BYTES);
            at = end + 1 + ID_BYTES;
            if (deleted.contains(path)) {
                throw Unproved.refusal(
                        "it has %s, which the copied tree had not".formatted(Quoted.of(path)));
            }
            if (!mode.equals(TREE_MODE)) {
                compare(path, mode, child);
            } else if (directories.contains(path)) {
                walk(trees, child, path + "/");
            }
        }
    }

    private void compare(String path, String mode, String id) throws Refusal {
        SourceFile file = missing.remove(path);
        if (file == null) {
            return;
        }
        if (!FileMode.of(mode).filter(file.mode()::equals).isPresent()) {
            throw Unproved.refusal(
                    "it has %s with the mode %s, and the copy with %s"
                            .formatted(Quoted.of(path), mode, file.mode()));
        }
        if (!id.equals(file.blob().hex())) {
            throw Unproved.refusal("it has other content of %s".formatted(Quoted.of(path)));
        }
    }

    private static int indexOf(byte[] tree, byte wanted, int from, String id) throws Refusal {
        int at = from;
        while (at < tree.length && tree[at] != wanted) {
            at++;
        }
        if (at == tree.length) {
            throw damaged(id);
        }
        return at;
    }

    private static Refusal damaged(String id) {
        return HashedObjects.damaged(new GitObject(Kind.TREE, id));
    }

    /// The blobs of a source, each once, in its order.
    static List<GitObject> blobs(FrozenSource source) {
        return source.files().stream()
                .map(SourceFile::blob)
                .distinct()
                .map(blob -> GitObject.blob(blob.hex()))
                .toList();
    }
}
