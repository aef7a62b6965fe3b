package dev.belay.deletion.journal;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.OperationId;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedCollection;
import org.jspecify.annotations.Nullable;

/// The records of a file, found by what they are bound to.
///
/// - **Threads:** one at a time.
final class Contents {
    private final LinkedHashMap<BoxId, Entry> entries = new LinkedHashMap<>();
    private final Map<OperationId, BoxId> holders = new HashMap<>();

    /// Operations of earlier attempts, as the records tell them.
    private final Map<OperationId, BoxId> pastHolders = new HashMap<>();

    Contents(List<Entry> entries) {
        entries.forEach(this::put);
    }

    int size() {
        return entries.size();
    }

    @Nullable Entry find(BoxId id) {
        return entries.get(id);
    }

    @Nullable BoxId holder(OperationId operation) {
        return holders.get(operation);
    }

    @Nullable BoxId pastHolder(OperationId operation) {
        return pastHolders.get(operation);
    }

    /// In the order of the file; cannot be changed.
    SequencedCollection<Entry> entries() {
        return Collections.unmodifiableSequencedCollection(entries.sequencedValues());
    }

    List<DeletionRecord> records() {
        return entries.values().stream().map(Entry::record).toList();
    }

    /// Puts a record in the place of the one of the same box, or at the end.
    void put(Entry entry) {
        Entry before = entries.put(entry.id(), entry);
        if (before != null) {
            unbind(before.record());
        }
        entry.record().operation().ifPresent(it -> holders.put(it, entry.id()));
        entry.record().pastOperations().forEach(it -> pastHolders.put(it, entry.id()));
    }

    void remove(BoxId id) {
        Entry before = entries.remove(id);
        if (before != null) {
            unbind(before.record());
        }
    }

    private void unbind(DeletionRecord record) {
        record.operation().ifPresent(it -> holders.remove(it, record.id()));
        record.pastOperations().forEach(it -> pastHolders.remove(it, record.id()));
    }
}
