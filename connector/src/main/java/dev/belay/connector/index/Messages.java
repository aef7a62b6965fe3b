package dev.belay.connector.index;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// Which messages the files know, and how far each has come.
///
/// - **Threads:** any number.
public final class Messages {
    /// Decimal numbers, then whatever else there is by length.
    private static final Comparator<String> BY_NUMBER =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    // Guarded by this.
    private IdTable table = new IdTable();

    /// None yet.
    public Messages() {}

    /// Takes what was known before in the place of all that is.
    public synchronized void take(IdTable known) {
        table = known;
    }

    /// All that is known. Nothing may be added meanwhile.
    public synchronized IdTable table() {
        return table;
    }

    /// Gives a message marks, and tells whether it lacked one of them.
    public synchronized boolean mark(String id, int marks) {
        return table.add(id, marks);
    }

    public synchronized void unmark(String id, int marks) {
        table.remove(id, marks);
    }

    public synchronized boolean has(String id, int marks) {
        return table.has(id, marks);
    }

    public synchronized int marks(String id) {
        return table.marks(id);
    }

    public synchronized long count(int marks) {
        return table.count(marks);
    }

    /// Counts an admission, once or twice.
    public synchronized void admit(String id) {
        boolean isFirst = table.add(id, Marks.ADMITTED);
        if (!isFirst) {
            table.add(id, Marks.ADMITTED_AGAIN);
        }
    }

    /// Those with the highest numbers, in their order.
    public synchronized List<String> newest(int wanted, int unwanted, int max) {
        TreeSet<String> ids = new TreeSet<>(BY_NUMBER);
        table.forEach(
                wanted,
                unwanted,
                id -> {
                    ids.add(id);
                    if (ids.size() > max) {
                        ids.pollFirst();
                    }
                });
        return List.copyOf(ids);
    }

    public synchronized List<String> all(int wanted, int unwanted) {
        List<String> ids = new ArrayList<>();
        table.forEach(wanted, unwanted, ids::add);
        return ids;
    }
}
