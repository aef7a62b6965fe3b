package dev.belay.connector.channel;

import dev.belay.connector.Snowflake;
import dev.belay.connector.delivery.Settling;
import dev.belay.connector.turn.MatchRules;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/// One account on a network of chats, for as long as a program runs.
///
/// Ids of messages are numbers that grow with time ([Snowflake]).
///
/// - **Threads:** any number for all but [#listen], which one thread runs.
/// - **Interrupt:** ends a method early, as one whose outcome is unknown.
public interface Channel {
    /// What the network allows.
    Limits limits();

    /// Connects, shows every message, and connects again after each loss, until [#end] is called or
    /// nothing more can come.
    ///
    /// @throws dev.belay.core.error.Refusal when the network refuses us for good; it is not tried
    ///   again
    void listen(Listener listener) throws IOException;

    /// Makes [#listen] return soon. What is on its way to be sent may go on.
    void end();

    /// Finds out which messages are ours, for whoever reads the history without [#listen].
    ///
    /// @throws dev.belay.core.error.Refusal when the network refuses us for good
    /// @throws IOException when that cannot be known now
    void identify() throws IOException;

    /// What time it is by the clock that the ids of messages come from, as far as it is known.
    Instant now();

    /// Sends a part once, without a repetition of its own, and tells what became of it.
    Settling.Answer send(Post post);

    /// The messages of a channel behind `after`, oldest first, at most [Limits#pageMax]. Fewer than
    /// that are all there are.
    ///
    /// @throws IOException when it cannot be read now
    List<Seen> history(String channel, Snowflake after) throws IOException;

    /// The threads that are open now where a binding listens, and perhaps others. A network without
    /// threads has none.
    ///
    /// @throws IOException when that cannot be known now
    default List<OpenThread> threads(MatchRules.Places places) throws IOException {
        return List.of();
    }

    /// Shows that an answer is being thought of, where the network can; nothing depends on it.
    void showTyping(String channel);
}
