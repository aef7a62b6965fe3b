package dev.belay.sim.disk;

import dev.belay.sim.gate.Fingerprint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The names in a directory, and what a power cut would leave of them.
final class Entries implements Inode.Body {
    private final NavigableMap<String, Inode> visible = new TreeMap<>();
    private final NavigableMap<String, Inode> durable = new TreeMap<>();
    private final List<Change> pending = new ArrayList<>();

    /// A change that survives as a whole or not at all.
    ///
    /// @param what for a report, for example `unlink lock`
    /// @param names what each name stands for afterwards; empty for nothing
    record Change(String what, Map<String, Optional<Inode>> names, Fate fate) {
        void applyTo(Map<String, Inode> entries) {
            names.forEach((name, inode) -> {
                if (inode.isPresent()) {
                    entries.put(name, inode.get());
                } else {
                    entries.remove(name);
                }
            });
        }

        Change withFate(Fate other) {
            return new Change(what, names, other);
        }
    }

    /// What a power cut may leave of some names.
    ///
    /// @param lost the changes that do not survive, for a report
    record Outcome(Map<String, Optional<Inode>> names, List<String> lost) {}

    @Nullable Inode find(String name) {
        return visible.get(name);
    }

    boolean isEmpty() {
        return visible.isEmpty();
    }

    Set<String> names() {
        return visible.keySet();
    }

    Collection<Inode> inodes() {
        return visible.values();
    }

    NavigableMap<String, Inode> durable() {
        return durable;
    }

    /// Every inode that a name stands for, or may stand for after a power cut.
    Map<Inode, String> candidates() {
        Map<Inode, String> all = new LinkedHashMap<>();
        visible.forEach((name, inode) -> all.putIfAbsent(inode, name));
        durable.forEach((name, inode) -> all.putIfAbsent(inode, name));
        for (Change change : pending) {
            for (String name : new TreeSet<>(change.names().keySet())) {
                Optional<Inode> inode = change.names().getOrDefault(name, Optional.empty());
                inode.ifPresent(i -> all.putIfAbsent(i, name));
            }
        }
        return all;
    }

    void change(String what, Map<String, Optional<Inode>> names) {
        Change change = new Change(what, names, Fate.OPEN);
        change.applyTo(visible);
        pending.add(change);
    }

    void sync() {
        pending.replaceAll(c -> c.fate() == Fate.OPEN ? c.withFate(Fate.CERTAIN) : c);
        while (!pending.isEmpty() && pending.getFirst().fate() == Fate.CERTAIN) {
            pending.removeFirst().applyTo(durable);
        }
    }

    /// A sync failed: the changes so far are visible, and no later sync makes them durable.
    void drop() {
        pending.replaceAll(c -> c.fate() == Fate.OPEN ? c.withFate(Fate.DROPPED) : c);
    }

    boolean isDurable() {
        return pending.isEmpty();
    }

    /// For each group of changes that share names, all that a power cut may leave of those names,
    /// what is visible first.
    List<List<Outcome>> survivors(long seed) {
        List<List<Outcome>> parts = new ArrayList<>();
        for (List<Change> group : groups()) {
            Set<Map<String, Optional<Inode>>> seen = new HashSet<>();
            List<Outcome> outcomes = new ArrayList<>();
            for (int[] choice :
                    Combinations.of(
                            group.stream().mapToInt(c -> c.fate() == Fate.CERTAIN ? 1 : 2), seed)) {
                Outcome outcome = outcome(group, choice);
                if (seen.add(outcome.names())) {
                    outcomes.add(outcome);
                }
            }
            parts.add(outcomes);
        }
        return parts;
    }

    private Outcome outcome(List<Change> group, int[] choice) {
        Map<String, Optional<Inode>> names = new HashMap<>();
        for (Change change : group) {
            for (String name : change.names().keySet()) {
                names.putIfAbsent(name, Optional.ofNullable(durable.get(name)));
            }
        }
        List<String> lost = new ArrayList<>();
        for (int i = 0; i < choice.length; i++) {
            if (choice[i] == 0) {
                names.putAll(group.get(i).names());
            } else {
                lost.add(group.get(i).what());
            }
        }
        return new Outcome(names, lost);
    }

    /// The pending changes, those that share a name together, each group in its order.
    private List<List<Change>> groups() {
        List<Set<String>> groupNames = new ArrayList<>();
        for (Change change : pending) {
            Set<String> joined = new HashSet<>(change.names().keySet());
            for (int i = groupNames.size() - 1; i >= 0; i--) {
                if (!Collections.disjoint(groupNames.get(i), change.names().keySet())) {
                    joined.addAll(groupNames.remove(i));
                }
            }
            groupNames.add(joined);
        }
        return groupNames.stream().map(this::changesOf).toList();
    }

    private List<Change> changesOf(Set<String> names) {
        return pending.stream()
                .filter(c -> !Collections.disjoint(names, c.names().keySet()))
                .toList();
    }

    /// Adds what is durable and what may become so.
    void printPending(Fingerprint print, Consumer<Inode> inodes) {
        durable.forEach((name, inode) -> {
            print.add(name);
            inodes.accept(inode);
        });
        for (Change change : pending) {
            print.add(change.what()).add(change.fate().name());
            for (String name : new TreeSet<>(change.names().keySet())) {
                print.add(name);
                change.names().getOrDefault(name, Optional.empty()).ifPresent(inodes);
            }
        }
    }

    /// The same entries with other inodes, for a copy of the disk.
    Entries copy(UnaryOperator<Inode> copies) {
        Entries copy = new Entries();
        visible.forEach((name, inode) -> copy.visible.put(name, copies.apply(inode)));
        durable.forEach((name, inode) -> copy.durable.put(name, copies.apply(inode)));
        for (Change change : pending) {
            Map<String, Optional<Inode>> names = new HashMap<>();
            change.names().forEach((name, inode) -> names.put(name, inode.map(copies)));
            copy.pending.add(new Change(change.what(), names, change.fate()));
        }
        return copy;
    }

    /// Entries that are durable.
    static Entries of(Map<String, Inode> entries) {
        Entries made = new Entries();
        made.visible.putAll(entries);
        made.durable.putAll(entries);
        return made;
    }
}
