package dev.belay.discord.limit;

import java.time.Duration;
import java.util.ArrayDeque;

/// So many within any stretch of time, and no more.
///
/// - **Threads:** one at a time.
public final class Window {
    private final int most;
    private final Duration stretch;
    private final ArrayDeque<Duration> taken = new ArrayDeque<>();

    /// @param most at least 1
    public Window(int most, Duration stretch) {
        this.most = most;
        this.stretch = stretch;
    }

    /// How long until one more may be; zero when it may be now.
    public Duration delay(Duration now) {
        while (!taken.isEmpty() && now.minus(taken.getFirst()).compareTo(stretch) >= 0) {
            taken.removeFirst();
        }
        return taken.size() < most ? Duration.ZERO : taken.getFirst().plus(stretch).minus(now);
    }

    /// Counts one, whether it may be or not.
    public void take(Duration now) {
        taken.addLast(now);
        if (taken.size() > most) {
            taken.removeFirst();
        }
    }
}
