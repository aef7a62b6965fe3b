package dev.belay.connector.turn;

import dev.belay.connector.Snowflake;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Decides which messages of a channel are read back after a time in which nothing was seen.
public final class CatchingUp {
    private CatchingUp() {}

    /// Bounds of reading back.
    ///
    /// @param ageMax older messages are not answered, and not read
    /// @param messagesMax how many are read at most
    public record Limits(Duration ageMax, int messagesMax) {}

    /// Where reading begins.
    public sealed interface Start {
        /// The channel was never seen: what was written before is none of our business.
        record FromNow() implements Start {}

        /// From behind a message on.
        record After(Snowflake last) implements Start {}

        /// From a later one on, because what is between is too old; the gap is written down.
        record AfterGap(Snowflake gapAfter, Snowflake last) implements Start {}
    }

    /// What a page of messages was.
    ///
    /// @param last the newest of it
    /// @param isFull whether there may be more
    /// @param read how many messages were read until now, with this page
    public record Page(Snowflake last, boolean isFull, int read) {}

    /// What is done after a page.
    public sealed interface Step {
        /// The next page is read, from behind a message on.
        record ReadOn(Snowflake last) implements Step {}

        /// All is read.
        record Done() implements Step {}

        /// No more is read; what may follow is written down as a gap.
        record StopWithGap(Snowflake gapAfter) implements Step {}
    }

    /// Where reading begins in a channel.
    ///
    /// @param newest the newest message of the channel in the inbox
    public static Start start(Optional<Snowflake> newest, Instant now, Limits limits) {
        if (newest.isEmpty()) {
            return new Start.FromNow();
        }
        Snowflake oldest = Snowflake.atOrAfter(now.minus(limits.ageMax()));
        Snowflake last = newest.get();
        return last.compareTo(oldest) < 0
                ? new Start.AfterGap(last, oldest)
                : new Start.After(last);
    }

    /// What is done after a page that is not empty.
    public static Step next(Page page, Limits limits) {
        if (!page.isFull()) {
            return new Step.Done();
        }
        return page.read() < limits.messagesMax()
                ? new Step.ReadOn(page.last())
                : new Step.StopWithGap(page.last());
    }
}
