package dev.belay.staging.usage;

import dev.belay.staging.removal.TreeTally;
import java.util.Comparator;

/// One thing that takes space.
///
/// @param name an id, a name below the directory of all copies, or the path of outputs
/// @param repository the working tree that it belongs to; empty where nobody knows
/// @param freedBy what would free the space, as a sentence without a full stop
public record Item(Kind kind, String name, String repository, TreeTally tally, String freedBy) {
    /// The most expensive ones first.
    public static final Comparator<Item> BY_COST =
            Comparator.comparingLong((Item item) -> item.tally().diskBytes())
                    .reversed()
                    .thenComparing(Item::name);

    /// What takes the space.
    public enum Kind {
        /// A sealed copy.
        COPY("copies"),
        /// A copy that is kept warm between runs.
        MIRROR("mirrors"),
        /// Outputs of a command, in the repository.
        OUTPUTS("outputs"),
        /// What a killed process left, and what is not known here.
        LEFTOVER("leftovers"),
        /// What is written down of copies.
        RECORDS("records");

        private final String plural;

        Kind(String plural) {
            this.plural = plural;
        }

        public String plural() {
            return plural;
        }
    }
}
