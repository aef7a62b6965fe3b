package dev.belay.staging.life;

import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import java.util.Optional;

/// Decides how a staging goes on: preparing, prepared, admitted, settled, preserved.
final class Lifecycle {
    private Lifecycle() {}

    /// What may happen to it, but for its end.
    enum Step {
        PREPARED,
        ADMITTED,
        SETTLED,
        PRESERVED
    }

    /// How far it is after `step`; empty when that does not follow.
    static Optional<Progress> after(Progress now, Step step) {
        boolean follows =
                switch (step) {
                    case PREPARED -> is(now, Users.NONE, State.PREPARING);
                    case ADMITTED -> is(now, Users.NONE, State.PREPARED);
                    case SETTLED -> is(now, Users.ADMITTED, State.ADMITTED);
                    case PRESERVED -> is(now, Users.SETTLED, State.SETTLED);
                };
        return follows ? Optional.of(advance(now, step)) : Optional.empty();
    }

    private static Progress advance(Progress now, Step step) {
        return switch (step) {
            case PREPARED -> new Progress(Users.NONE, State.PREPARED, now.hold());
            case ADMITTED -> new Progress(Users.ADMITTED, State.ADMITTED, now.hold());
            case SETTLED -> new Progress(Users.SETTLED, State.SETTLED, now.hold());
            case PRESERVED -> new Progress(Users.SETTLED, State.PRESERVED, now.hold());
        };
    }

    /// The same, held. That writers may be at work is never taken back by a later reason.
    static Progress held(Progress now, Hold reason) {
        Hold hold = now.hold() == Hold.WRITERS ? Hold.WRITERS : reason;
        return new Progress(now.users(), now.state(), hold);
    }

    /// Why its maker may not dispose of it, as the middle of a sentence; empty when it may.
    static Optional<String> keeps(Progress now) {
        Optional<String> held = now.holding().flatMap(Lifecycle::keeps);
        if (held.isPresent()) {
            return held;
        }
        return switch (now.users()) {
            case NONE -> Optional.empty();
            case ADMITTED -> Optional.of("is in use: its command is not known to have ended");
            case SETTLED ->
                    now.state() == State.PRESERVED || now.state() == State.REMOVING
                            ? Optional.empty()
                            : Optional.of("holds outputs that are not in safety");
        };
    }

    private static Optional<String> keeps(Hold hold) {
        return switch (hold) {
            case ARTIFACTS -> Optional.of("holds outputs that could not be preserved");
            case CLAIMS -> Optional.of("may be claimed by a lease");
            case WRITERS -> Optional.of("may still be written to");
            // For others. Its maker knows how it was made: Git knows nothing of it.
            case REGISTRATION -> Optional.empty();
        };
    }

    private static boolean is(Progress now, Users users, State state) {
        return now.users() == users && now.state() == state;
    }
}
