package dev.belay.deletion.custody;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.Proof;
import java.time.Duration;

/// Something that happened to one deletion, for whoever shows or logs it.
public sealed interface DeletionEvent {
    BoxId id();

    /// The record was written as it is here.
    record Recorded(DeletionRecord record) implements DeletionEvent {
        @Override
        public BoxId id() {
            return record.id();
        }
    }

    /// A DELETE is about to be sent.
    record Sending(BoxId id) implements DeletionEvent {}

    /// The provider taught nothing this time.
    record Unclear(BoxId id, String why) implements DeletionEvent {}

    /// Nothing more can be learned for so long.
    record Waiting(BoxId id, Duration time) implements DeletionEvent {}

    /// The record is gone, on this proof.
    record Retired(DeletionRecord record, Proof proof) implements DeletionEvent {
        @Override
        public BoxId id() {
            return record.id();
        }
    }
}
