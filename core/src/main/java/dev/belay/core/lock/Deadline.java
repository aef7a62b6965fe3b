package dev.belay.core.lock;

import dev.belay.system.Clock;
import java.time.Duration;

/// The moment at which every wait of one attempt is over.
final class Deadline {
    private final Clock clock;
    private final Duration end;

    private Deadline(Clock clock, Duration end) {
        this.clock = clock;
        this.end = end;
    }

    static Deadline in(Clock clock, Duration limit) {
        return new Deadline(clock, clock.elapsed().plus(limit));
    }

    /// What is left, never negative.
    Duration remaining() {
        Duration left = end.minus(clock.elapsed());
        return left.isNegative() ? Duration.ZERO : left;
    }

    boolean isOver() {
        return remaining().isZero();
    }
}
