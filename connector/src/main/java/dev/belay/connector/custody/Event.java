package dev.belay.connector.custody;

import dev.belay.connector.TurnId;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.connector.turn.DropReason;
import dev.belay.connector.turn.Outcome;
import java.time.Duration;

/// What happens in a run, without what was said.
public sealed interface Event {
    /// The channel is connected.
    ///
    /// @param isContinued whether nothing was missed since it was before
    record Connected(boolean isContinued) implements Event {}

    /// A message is in the inbox.
    record Accepted(String id, String channel) implements Event {}

    /// A message is not answered.
    record Dropped(String id, DropReason reason) implements Event {}

    /// Messages of a channel may have been missed.
    record Gap(String channel) implements Event {}

    /// An engine is about to be asked.
    ///
    /// @param attempt 1, or 2 after a crash
    /// @param waited since the message was received by this run
    record Asked(TurnId turn, int attempt, Duration waited) implements Event {}

    /// An engine that was asked is done, whatever came of it.
    record Returned(TurnId turn, Outcome outcome, Duration took) implements Event {}

    /// The record of a turn is written.
    ///
    /// @param tokens that it cost; 0 where nobody counts
    record Recorded(TurnId turn, Outcome outcome, long tokens) implements Event {}

    /// It is known how far a part of an answer is.
    ///
    /// @param status confirmed, refused, or unknown
    /// @param reason a word or a code; empty for a part that was confirmed
    record Sent(String nonce, OutboxStatus status, String reason) implements Event {}

    /// Something is not as it should be, and the run goes on.
    ///
    /// @param where a file, a channel, or a nonce
    record Trouble(String where, String what) implements Event {}
}
