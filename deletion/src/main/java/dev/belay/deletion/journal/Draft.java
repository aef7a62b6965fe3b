package dev.belay.deletion.journal;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.Transitions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the file will hold, laid over what it holds.
///
/// A change costs as much as it changes; nobody else sees it before [#apply].
final class Draft implements Transitions.Records {
    private final Contents base;
    private final PastOperations past;

    /// Changed, and in their old places.
    private final Map<BoxId, Entry> replaced = new LinkedHashMap<>();

    /// New, or moved to the end.
    private final Map<BoxId, Entry> appended = new LinkedHashMap<>();

    /// No longer in their old places.
    private final Set<BoxId> removed = new HashSet<>();

    Draft(Contents base, PastOperations past) {
        this.base = base;
        this.past = past;
    }

    boolean isChanged() {
        return !replaced.isEmpty() || !appended.isEmpty() || !removed.isEmpty();
    }

    @Override
    public int size() {
        return base.size() - removed.size() + appended.size();
    }

    @Override
    public Optional<DeletionRecord> find(BoxId id) {
        return Optional.ofNullable(entry(id)).map(Entry::record);
    }

    @Override
    public Optional<BoxId> holder(OperationId operation) {
        for (Entry entry : changed()) {
            if (entry.record().operation().filter(operation::equals).isPresent()) {
                return Optional.of(entry.id());
            }
        }
        return Optional.ofNullable(base.holder(operation)).filter(this::isAsBefore);
    }

    @Override
    public Optional<BoxId> pastHolder(OperationId operation) {
        for (Entry entry : changed()) {
            if (entry.record().pastOperations().contains(operation)) {
                return Optional.of(entry.id());
            }
        }
        return Optional.ofNullable(base.pastHolder(operation))
                .filter(this::isAsBefore)
                .or(() -> past.holder(operation).filter(id -> isPastOf(id, operation)));
    }

    @Override
    public List<OperationId> pastOperations(BoxId id) {
        Entry entry = entry(id);
        if (entry == null) {
            return past.of(id);
        }
        // The seed drops the field when it prepares a record anew.
        return entry.record().pastOperations().isEmpty()
                ? past.before(entry.record())
                : entry.record().pastOperations();
    }

    @Nullable Entry entry(BoxId id) {
        Entry changed = appended.getOrDefault(id, replaced.get(id));
        if (changed != null) {
            return changed;
        }
        return removed.contains(id) ? null : base.find(id);
    }

    /// Puts a record in the place that it has, or at the end where it has none.
    void put(Entry entry) {
        boolean inPlace = base.find(entry.id()) != null && !removed.contains(entry.id());
        (inPlace ? replaced : appended).put(entry.id(), entry);
    }

    /// Puts a record at the end, whatever place it has.
    void append(Entry entry) {
        remove(entry.id());
        appended.put(entry.id(), entry);
    }

    void remove(BoxId id) {
        appended.remove(id);
        replaced.remove(id);
        if (base.find(id) != null) {
            removed.add(id);
        }
    }

    /// How many of the old places are changed.
    int changedInPlace() {
        return replaced.size() + removed.size();
    }

    /// What comes into the place of a record that was changed; null when nothing does.
    @Nullable Entry inPlace(Entry before) {
        return replaced.get(before.id());
    }

    /// The records behind the old places, in their order.
    Collection<Entry> appended() {
        return Collections.unmodifiableCollection(appended.values());
    }

    /// What this is laid over.
    Contents base() {
        return base;
    }

    /// Whether a box is not as it was in what this is laid over.
    boolean isTouched(BoxId id) {
        return removed.contains(id) || replaced.containsKey(id) || appended.containsKey(id);
    }

    /// Makes the changes to what they were laid over, and returns that.
    Contents apply() {
        removed.forEach(base::remove);
        replaced.values().forEach(base::put);
        appended.values().forEach(base::put);
        return base;
    }

    private Collection<Entry> changed() {
        if (appended.isEmpty()) {
            return replaced.values();
        }
        List<Entry> changed = new ArrayList<>(replaced.values());
        changed.addAll(appended.values());
        return changed;
    }

    private boolean isAsBefore(BoxId id) {
        return !removed.contains(id) && !replaced.containsKey(id);
    }

    /// An operation that an attempt of a box was bound to, and not the present one.
    private boolean isPastOf(BoxId id, OperationId operation) {
        Entry entry = entry(id);
        return (entry == null ? past.of(id) : past.before(entry.record())).contains(operation);
    }
}
