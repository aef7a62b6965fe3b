package dev.belay.deletion.custody;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.DeletionRecord;
import java.util.List;

/// Whether a computer may be created.
public sealed interface Gate {
    /// Nothing is remembered: create.
    record Free() implements Gate {
        public static final String CODE = "free";
    }

    /// A deletion is not over: do not create.
    record Deleting(List<DeletionRecord> records) implements Gate {
        public static final String CODE = "computer_deleting";

        public Deleting {
            records = List.copyOf(records);
        }
    }

    /// This very check saw the deletion end: ask again, so that one click never both deletes and
    /// creates.
    record Finished(List<BoxId> ids) implements Gate {
        public static final String CODE = "previous_deletion_finished";

        public Finished {
            ids = List.copyOf(ids);
        }
    }

    /// The word that callers of the interface know.
    default String code() {
        return switch (this) {
            case Free _ -> Free.CODE;
            case Deleting _ -> Deleting.CODE;
            case Finished _ -> Finished.CODE;
        };
    }
}
