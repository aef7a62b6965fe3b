package dev.belay.deletion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is remembered, as a plain map, for tests of the rules.
final class Remembered implements Transitions.Records {
    private final Map<BoxId, DeletionRecord> records = new LinkedHashMap<>();

    Remembered(DeletionRecord... records) {
        for (DeletionRecord record : records) {
            put(record);
        }
    }

    void put(DeletionRecord record) {
        records.put(record.id(), record);
    }

    @Override
    public int size() {
        return records.size();
    }

    @Override
    public Optional<DeletionRecord> find(BoxId id) {
        return Optional.ofNullable(records.get(id));
    }

    @Override
    public Optional<BoxId> holder(OperationId operation) {
        return records.values().stream()
                .filter(record -> record.operation().equals(Optional.of(operation)))
                .map(DeletionRecord::id)
                .findFirst();
    }

    @Override
    public Optional<BoxId> pastHolder(OperationId operation) {
        return records.values().stream()
                .filter(record -> record.pastOperations().contains(operation))
                .map(DeletionRecord::id)
                .findFirst();
    }

    @Override
    public List<OperationId> pastOperations(BoxId id) {
        return find(id).map(DeletionRecord::pastOperations).orElse(new ArrayList<>());
    }
}
