package dev.belay.deletion.custody;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.Proof;
import java.io.IOException;

/// Where a request or a look at one deletion ended. All but the first two leave the fence in place.
public sealed interface Ending {
    BoxId id();

    /// The computer is gone, and custody is over.
    ///
    /// @param record what was retired
    record Gone(DeletionRecord record, Proof proof) implements Ending {
        @Override
        public BoxId id() {
            return record.id();
        }
    }

    /// Nothing is remembered of it: another process retired it meanwhile, with its own audit line.
    record Vanished(BoxId id) implements Ending {}

    /// The provider is at it, and the wait was over.
    record Pending(DeletionRecord record) implements Ending {
        @Override
        public BoxId id() {
            return record.id();
        }
    }

    /// The provider refused, or its operation got stuck.
    record Blocked(DeletionRecord record, String why) implements Ending {
        @Override
        public BoxId id() {
            return record.id();
        }
    }

    /// The provider refuses our credential: before another one is in its place, asking again is of
    /// no use.
    record Unauthorized(DeletionRecord record, String why) implements Ending {
        @Override
        public BoxId id() {
            return record.id();
        }
    }

    /// What the provider did is not known; asking again is safe.
    record Unlearned(DeletionRecord record, String why) implements Ending {
        @Override
        public BoxId id() {
            return record.id();
        }
    }

    /// The id belongs to a live computer with another name than the one remembered.
    record Stranger(DeletionRecord record, String name) implements Ending {
        @Override
        public BoxId id() {
            return record.id();
        }
    }

    /// It could not be followed, for a reason of ours; others were, if there were others.
    record Failed(BoxId id, IOException cause) implements Ending {}
}
