package dev.belay.simulators;

import java.time.Duration;
import java.time.Instant;

/// A computer of a [FakeBoat].
///
/// @param account who created it and alone can see it
/// @param state the provider's word: `running`, `removing`, or `cancelled` once it is gone
/// @param since when it came into this state
public record Computer(String id, String name, String account, String state, Instant since) {
    static final String RUNNING = "running";
    static final String REMOVING = "removing";
    static final String CANCELLED = "cancelled";

    /// Every direct question for it is answered by 404.
    boolean isGone() {
        return state.equals(CANCELLED);
    }

    /// Whether a list that is `lag` behind shows it.
    boolean isListed(Instant now, Duration lag) {
        boolean settled = !since.plus(lag).isAfter(now);
        return state.equals(RUNNING) == settled;
    }

    Computer in(String other, Instant now) {
        return new Computer(id, name, account, other, other.equals(REMOVING) ? now : since);
    }

    Computer called(String other) {
        return new Computer(id, other, account, state, since);
    }
}
