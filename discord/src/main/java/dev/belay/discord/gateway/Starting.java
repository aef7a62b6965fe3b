package dev.belay.discord.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Decides when a session may begin. With the thousandth of a day Discord takes the token away, so
/// that a program that dies and comes back must slow down long before.
final class Starting {
    /// No more are remembered or begun in a day.
    static final int STARTS_MAX = 400;

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration LOOK_AGAIN = Duration.ofHours(1);

    /// So many a day are as far apart as Discord itself asks for.
    private static final int FREE = 10;

    private static final Duration FREE_PAUSE = Duration.ofSeconds(5);

    /// So many a day are a minute apart, and those behind them five.
    private static final int BRISK = 50;

    private static final Duration BRISK_PAUSE = Duration.ofMinutes(1);
    private static final Duration SLOW_PAUSE = Duration.ofMinutes(5);

    private Starting() {}

    /// How long until one may begin; zero when it may now. Total.
    ///
    /// @param starts in the order in which they were written down
    static Duration delay(List<Instant> starts, Instant now) {
        // One from the future is of a clock that was set back, and counts as one of today.
        long today = starts.stream().filter(start -> start.isAfter(now.minus(DAY))).count();
        if (today == 0) {
            return Duration.ZERO;
        }
        if (today >= STARTS_MAX) {
            return LOOK_AGAIN;
        }
        Duration pause = today < FREE ? FREE_PAUSE : today < BRISK ? BRISK_PAUSE : SLOW_PAUSE;
        Duration since = Duration.between(starts.getLast(), now);
        if (since.isNegative()) {
            return pause;
        }
        Duration left = pause.minus(since);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
