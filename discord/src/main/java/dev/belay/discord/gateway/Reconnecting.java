package dev.belay.discord.gateway;

import dev.belay.discord.gateway.Linking.After;
import java.time.Duration;

/// Decides how and when the next connection is made.
final class Reconnecting {
    /// Doubling ends here; any further and the longest wait is reached anyway.
    private static final int DOUBLINGS_MAX = 16;

    /// A session that brought nothing so often in a row has something in it that we cannot get
    /// past.
    private static final int BARREN_MAX = 3;

    private Reconnecting() {}

    /// What went wrong until now.
    ///
    /// @param failures connections in a row that did not last
    /// @param barren those in a row that were greeted, and on which nothing new was taken
    record Outages(int failures, int barren) {
        static final Outages NONE = new Outages(0, 0);

        /// With one more connection that ended.
        Outages after(Ended ended) {
            return new Outages(
                    ended.isLasting() ? 0 : failures + 1, ended.isBarren() ? barren + 1 : 0);
        }
    }

    /// How a connection was.
    ///
    /// @param isLasting whether it was connected for long
    /// @param isBarren whether it was greeted, and nothing new was taken, by no fault of ours
    record Ended(boolean isLasting, boolean isBarren) {}

    /// What is known.
    ///
    /// @param chance from 0 to less than 1
    record Facts(After after, boolean hasSession, Outages outages, double chance) {}

    /// What is done next.
    sealed interface Step {
        record Resume(Duration delay) implements Step {}

        record Identify(Duration delay) implements Step {}

        record GiveUp(int code) implements Step {}
    }

    /// Total.
    static Step next(Facts facts, Pace.Waits waits) {
        Duration backOff = backOff(facts, waits);
        return switch (facts.after()) {
            case After.Never(int code) -> new Step.GiveUp(code);
            case After.Anew _ -> new Step.Identify(backOff);
            case After.AnewLater _ -> new Step.Identify(longer(backOff, asked(facts, waits)));
            case After.Again _ ->
                    facts.hasSession() && facts.outages().barren() < BARREN_MAX
                            ? new Step.Resume(backOff)
                            : new Step.Identify(backOff);
        };
    }

    /// Doubled with each failure, and between half and the whole of that, so that not all bots of
    /// the world come back at once.
    private static Duration backOff(Facts facts, Pace.Waits waits) {
        int doublings = Math.clamp(facts.outages().failures() - 1, 0, DOUBLINGS_MAX);
        Duration full = waits.least().multipliedBy(1L << doublings);
        Duration bounded = full.compareTo(waits.most()) < 0 ? full : waits.most();
        return Duration.ofMillis((long) (bounded.toMillis() * (1 + facts.chance()) / 2));
    }

    private static Duration asked(Facts facts, Pace.Waits waits) {
        long span = waits.anewMost().minus(waits.anewLeast()).toMillis();
        return waits.anewLeast().plusMillis((long) (span * facts.chance()));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }
}
