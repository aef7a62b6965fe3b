package dev.belay.deletion.journal;

import dev.belay.core.json.JsonValue;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.DeletionRecord;
import java.util.Collections;
import java.util.Map;

/// A record and its text in the file.
final class Entry {
    private final DeletionRecord record;
    private final Map<String, JsonValue> foreign;
    private final byte[] text;

    /// Takes `foreign` and `text` over; the caller never touches them again.
    Entry(DeletionRecord record, Map<String, JsonValue> foreign, byte[] text) {
        this.record = record;
        this.foreign = Collections.unmodifiableMap(foreign);
        this.text = text;
    }

    BoxId id() {
        return record.id();
    }

    DeletionRecord record() {
        return record;
    }

    /// Fields that we do not know, in their order. They are kept.
    Map<String, JsonValue> foreign() {
        return foreign;
    }

    /// The record as JSON, from its first brace to its last. Nobody changes it.
    byte[] text() {
        return text;
    }
}
