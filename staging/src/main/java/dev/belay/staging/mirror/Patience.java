package dev.belay.staging.mirror;

import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Predicate;

/// For how long somebody who has a mirror, or is choosing one, is waited for.
///
/// What SQLite locks has no queue, so that this asks again and again.
record Patience(World world, Duration end) {
    /// Shorter than a copy takes where there are so many files that a mirror matters.
    static final Duration WAIT_MAX = Duration.ofSeconds(2);

    private static final Duration PAUSE = Duration.ofMillis(20);

    static Patience of(World world) {
        return new Patience(world, world.clock().elapsed().plus(WAIT_MAX));
    }

    /// What may be tried again.
    interface Attempt<T> {
        T make() throws IOException;
    }

    /// What the first attempt came to that is worth it, or the last one before the time was over or
    /// an interrupt came.
    <T> T until(Attempt<T> attempt, Predicate<T> isWorth) throws IOException {
        T made = attempt.make();
        while (!isWorth.test(made) && !isOver()) {
            world.waiting().pause(PAUSE);
            made = attempt.make();
        }
        return made;
    }

    private boolean isOver() {
        return world.clock().elapsed().compareTo(end) >= 0
                || Thread.currentThread().isInterrupted();
    }
}
