package dev.belay.staging.freeze;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.IndexEntry;
import dev.belay.staging.git.Quoted;
import dev.belay.staging.git.SourceNames;
import dev.belay.staging.git.TreeEntry;
import dev.belay.staging.manifest.ManifestFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Which paths of a repository a copy is made of, by Git's lists alone.
///
/// - **Refuses:** a conflict, a submodule, another repository, and a name that no copy can hold;
///   each with its path.
///
/// @param directories for each directory, `` for the top, what is wanted of it
/// @param committedOnly what the base has, and neither the index nor the working tree
record Selection(SortedMap<String, List<Wanted>> directories, SortedSet<String> committedOnly) {
    /// @param base what the commit has that deletions are told against, and the index has not;
    ///   empty without one
    static Selection of(List<IndexEntry> index, List<String> untracked, List<TreeEntry> base)
            throws Refusal {
        SortedMap<String, Wanted> byPath = new TreeMap<>();
        for (IndexEntry entry : index) {
            check(entry);
            add(byPath, new Wanted.Tracked(entry));
        }
        for (String path : untracked) {
            if (path.endsWith("/")) {
                throw refusal(
                        path,
                        "it is another repository, which a copy does not go into",
                        "name it in .gitignore or .git/info/exclude, or stage it on its own");
            }
            checkName(path);
            add(byPath, new Wanted.Untracked(path));
        }
        if (ManifestFormat.bytesAtLeast(byPath.keySet()) > ManifestFormat.BYTES_MAX) {
            throw new Refusal(
                    ErrorCode.SOURCE_UNSUPPORTED,
                    "the working tree",
                    "its %,d files are more than the list of a copy has room for"
                            .formatted(byPath.size()),
                    "name what no command needs in .gitignore");
        }
        SortedSet<String> committedOnly = new TreeSet<>();
        for (TreeEntry entry : base) {
            checkName(entry.path());
            if (!byPath.containsKey(entry.path())) {
                committedOnly.add(entry.path());
            }
        }
        return new Selection(grouped(byPath), committedOnly);
    }

    private static void check(IndexEntry entry) throws Refusal {
        checkName(entry.path());
        if (entry.stage() != 0) {
            throw refusal(
                    entry.path(),
                    "its conflict is not resolved",
                    "resolve it and `git add` the file, or abort the merge");
        }
        if (entry.isSubmodule()) {
            throw refusal(
                    entry.path(),
                    "it is a submodule, which a copy does not go into",
                    "leave it out with --submodules skip");
        }
    }

    private static void checkName(String path) throws Refusal {
        String problem = SourceNames.problem(path).orElse("");
        if (!problem.isEmpty()) {
            throw refusal(path, problem, "rename it, or name it in .gitignore");
        }
    }

    private static void add(SortedMap<String, Wanted> byPath, Wanted wanted) throws Refusal {
        if (byPath.putIfAbsent(wanted.path(), wanted) != null) {
            throw refusal(wanted.path(), "Git lists it twice", "");
        }
    }

    private static SortedMap<String, List<Wanted>> grouped(SortedMap<String, Wanted> byPath) {
        SortedMap<String, List<Wanted>> directories = new TreeMap<>();
        byPath.forEach((path, wanted) -> {
            String directory = path.substring(0, Math.max(path.lastIndexOf('/'), 0));
            directories.computeIfAbsent(directory, _ -> new ArrayList<>()).add(wanted);
        });
        return directories;
    }

    static Refusal refusal(String path, String found, String help) {
        return new Refusal(ErrorCode.SOURCE_UNSUPPORTED, Quoted.of(path), found, help);
    }
}
