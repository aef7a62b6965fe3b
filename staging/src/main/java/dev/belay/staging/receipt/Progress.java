package dev.belay.staging.receipt;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How far a staging is.
///
/// @param hold why it is kept whatever else is proved; null when nothing holds it
public record Progress(Users users, State state, @Nullable Hold hold) {
    /// Whether a command has been let in.
    public enum Users {
        NONE,
        ADMITTED,
        /// Its whole process tree is gone.
        SETTLED
    }

    /// What was last written down to have happened.
    public enum State {
        PREPARING,
        /// The copy is complete and sealed.
        PREPARED,
        ADMITTED,
        SETTLED,
        /// The outputs are in safety.
        PRESERVED,
        REMOVING
    }

    /// Why a staging is kept.
    public enum Hold {
        /// Outputs could not be preserved.
        ARTIFACTS,
        /// A lease may still use the copy.
        CLAIMS,
        /// Something may still write there.
        WRITERS,
        /// Git may know of the copy, or filters or hooks may have run.
        REGISTRATION
    }

    /// Why it is kept, when it is.
    public Optional<Hold> holding() {
        return Optional.ofNullable(hold);
    }

    /// The word of a constant in a receipt.
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
