package dev.belay.sim.disk;

import dev.belay.sim.gate.Fingerprint;
import dev.belay.system.Clock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The states in which a power cut may leave a disk, numbered from 0, where all survives.
public final class Survivors {
    private final FileTree tree;
    private final List<Part> parts = new ArrayList<>();
    private final List<int[]> choices;

    /// The outcomes that one file, or some names of one directory, may have.
    private record Part(String path, List<Outcome> outcomes) {}

    /// @param lost what does not survive, for a report; empty when all does
    private record Outcome(String lost, Effect effect) {}

    private interface Effect {
        void on(Draft draft);
    }

    /// What survives, by inode, as far as it differs from what is durable.
    private static final class Draft {
        final Map<Inode, Map<String, Optional<Inode>>> names = new HashMap<>();
        final Map<Inode, Bytes> contents = new HashMap<>();
        final Map<Inode, Integer> permissions = new HashMap<>();
    }

    Survivors(FileTree tree, long seed) {
        this.tree = tree;
        Map<Inode, String> paths = new LinkedHashMap<>();
        collect(tree.root(), "/", paths);
        paths.forEach((inode, path) -> addParts(inode, path, seed));
        choices = Combinations.of(parts.stream().mapToInt(p -> p.outcomes().size()), seed);
    }

    /// How many there are; those beyond [Combinations#ALL_MAX] are sampled.
    public int count() {
        return choices.size();
    }

    /// The disk after the cut, on which everything is durable and nothing open.
    ///
    /// @param clock what stamps it
    public SimDisk disk(int choice, Clock clock) {
        Draft draft = new Draft();
        int[] outcomes = choices.get(choice);
        for (int i = 0; i < outcomes.length; i++) {
            parts.get(i).outcomes().get(outcomes[i]).effect().on(draft);
        }
        return new SimDisk(new Rebuild(draft).tree(clock));
    }

    /// What the cut takes away, for a report.
    public String lost(int choice) {
        int[] outcomes = choices.get(choice);
        List<String> lost = new ArrayList<>();
        for (int i = 0; i < outcomes.length; i++) {
            String what = parts.get(i).outcomes().get(outcomes[i]).lost();
            if (!what.isEmpty()) {
                lost.add(parts.get(i).path() + ": " + what);
            }
        }
        return lost.isEmpty() ? "nothing" : String.join("; ", lost);
    }

    /// Finds every inode that any outcome may keep, with one of its paths.
    private static void collect(Inode inode, String path, Map<Inode, String> paths) {
        if (paths.putIfAbsent(inode, path) != null || !(inode.body instanceof Entries entries)) {
            return;
        }
        String prefix = path.endsWith("/") ? path : path + "/";
        entries.candidates().forEach((child, name) -> collect(child, prefix + name, paths));
    }

    /// Adds all that decides what a power cut may leave.
    static void print(Inode inode, Fingerprint print, Map<Inode, Integer> seen) {
        Integer index = seen.putIfAbsent(inode, seen.size());
        if (index != null) {
            print.add(index);
            return;
        }
        print.add(inode.number).add(inode.durablePermissions);
        switch (inode.body) {
            case FileContent content -> content.printPending(print);
            case Entries entries -> entries.printPending(print, child -> print(child, print, seen));
            case Inode.LinkText _, Inode.Special _ -> {}
        }
    }

    private void addParts(Inode inode, String path, long seed) {
        if (inode.permissions != inode.durablePermissions) {
            Effect kept = draft -> draft.permissions.put(inode, inode.permissions);
            parts.add(
                    new Part(
                            path,
                            List.of(new Outcome("", kept), new Outcome("permissions", _ -> {}))));
        }
        if (inode.body instanceof FileContent content && !content.isDurable()) {
            List<Outcome> outcomes = new ArrayList<>();
            for (Bytes bytes : content.survivors(seed)) {
                String lost = outcomes.isEmpty() ? "" : "content is " + bytes;
                outcomes.add(new Outcome(lost, draft -> draft.contents.put(inode, bytes)));
            }
            parts.add(new Part(path, outcomes));
        }
        if (inode.body instanceof Entries entries && !entries.isDurable()) {
            for (List<Entries.Outcome> group : entries.survivors(seed)) {
                parts.add(new Part(path, group.stream().map(o -> outcome(inode, o)).toList()));
            }
        }
    }

    private static Outcome outcome(Inode directory, Entries.Outcome outcome) {
        return new Outcome(
                String.join(", ", outcome.lost()),
                draft ->
                        draft.names
                                .computeIfAbsent(directory, _ -> new HashMap<>())
                                .putAll(outcome.names()));
    }

    /// Makes a tree of fresh inodes from what survives.
    private final class Rebuild {
        private final Draft draft;
        private final Map<Inode, Inode> made = new HashMap<>();
        private final Set<Inode> directories = new HashSet<>(Set.of(tree.root()));
        private final BitSet numbers = new BitSet();

        Rebuild(Draft draft) {
            this.draft = draft;
        }

        FileTree tree(Clock clock) {
            return new FileTree(clock, make(tree.root()), numbers);
        }

        private Inode make(Inode old) {
            Inode known = made.get(old);
            if (known == null) {
                known =
                        switch (old.body) {
                            case FileContent content ->
                                    fresh(old, new FileContent(survivor(old, content)));
                            case Entries entries -> fresh(old, Entries.of(children(old, entries)));
                            case Inode.LinkText _, Inode.Special _ -> fresh(old, old.body);
                        };
                made.put(old, known);
            }
            known.names++;
            return known;
        }

        private Bytes survivor(Inode old, FileContent content) {
            Bytes chosen = draft.contents.get(old);
            return chosen == null ? content.durable() : chosen.copy();
        }

        private Map<String, Inode> children(Inode old, Entries entries) {
            Map<String, Inode> kept = new TreeMap<>(entries.durable());
            draft.names
                    .getOrDefault(old, Map.of())
                    .forEach((name, inode) -> {
                        kept.remove(name);
                        inode.ifPresent(present -> kept.put(name, present));
                    });
            // Of two names of one directory, a check of the file system keeps one.
            kept.values().removeIf(child -> child.isDirectory() && !directories.add(child));
            kept.replaceAll((_, inode) -> make(inode));
            return kept;
        }

        private Inode fresh(Inode old, Inode.Body body) {
            // The number may have gone to another file before the removal was durable.
            int wanted = (int) old.number;
            int number = numbers.get(wanted) ? tree.unusedNumber() + numbers.length() : wanted;
            numbers.set(number);
            Inode inode = new Inode(number, body, old);
            inode.permissions = draft.permissions.getOrDefault(old, old.durablePermissions);
            inode.durablePermissions = inode.permissions;
            return inode;
        }
    }
}
