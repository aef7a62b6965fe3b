package dev.belay.staging.discovery;

import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;

/// Decides where a staging stands. The first line that fits counts, as in the Node program.
public final class Classification {
    private Classification() {}

    /// Who asks.
    public enum Asker {
        /// A clean-up after a run, which takes only what needs nobody's attention.
        SWEEP,
        /// A person who named this staging.
        OPERATOR
    }

    public static Standing of(Sight sight, Asker asker) {
        if (sight.isBeingRecovered()) {
            return Standing.RECOVERED_BY_ANOTHER;
        }
        if (sight.isIdleMirror()) {
            return Standing.IDLE_MIRROR;
        }
        return switch (sight.owner()) {
            case ELSEWHERE -> Standing.ELSEWHERE;
            case PRESENT -> Standing.ACTIVE;
            case ABSENT -> ofAbandoned(sight, asker);
        };
    }

    private static Standing ofAbandoned(Sight sight, Asker asker) {
        if (!sight.isCapsule()) {
            return Standing.WORKTREE;
        }
        Progress progress = sight.progress();
        if (isDisposedOf(sight) && (sight.known().isDurable() || asker == Asker.OPERATOR)) {
            return Standing.CUT_OFF;
        }
        if (!sight.known().isDurable() || !sight.known().hasManifest()) {
            return Standing.INCOMPLETE;
        }
        if (progress.users() == Users.ADMITTED || progress.state() == State.PREPARING) {
            return Standing.WRITERS_UNSETTLED;
        }
        if (progress.hold() == Hold.WRITERS || progress.hold() == Hold.REGISTRATION) {
            return Standing.HELD_FOR_WRITERS;
        }
        boolean isUnpreserved =
                progress.users() == Users.SETTLED && progress.state() == State.SETTLED;
        if (asker == Asker.SWEEP && (progress.hold() != null || isUnpreserved)) {
            return Standing.HELD;
        }
        if (progress.state() == State.ADMITTED) {
            return Standing.INCONSISTENT;
        }
        if (!sight.known().hasClaims()) {
            return Standing.NO_CLAIMS;
        }
        return sight.known().hasWitness() ? Standing.CANDIDATE : Standing.NO_WITNESS;
    }

    /// Whether its maker was removing it. A recovery of the Node program writes the same state, but
    /// only with manifest, claims, and witness, of which the witness may have failed it since.
    private static boolean isDisposedOf(Sight sight) {
        Progress progress = sight.progress();
        Sight.Known known = sight.known();
        return progress.state() == State.REMOVING
                && progress.users() != Users.ADMITTED
                && progress.hold() == null
                && !(known.hasManifest() && known.hasClaims() && known.hasWitness());
    }
}
