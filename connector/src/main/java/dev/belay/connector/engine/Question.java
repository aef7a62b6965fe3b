package dev.belay.connector.engine;

import dev.belay.connector.BindingName;
import dev.belay.connector.TurnId;
import java.time.Instant;

/// What an engine is asked.
///
/// @param turn the id of the message too
/// @param attempt 1, or 2 after a crash in which the first answer was lost
/// @param channel where it was written
/// @param author the id of whoever wrote it
/// @param writtenAt by the clock of the network
public record Question(
        BindingName binding,
        TurnId turn,
        int attempt,
        String channel,
        String author,
        Instant writtenAt,
        String text) {
    /// Without what was asked.
    @Override
    public String toString() {
        return "turn " + turn + ", attempt " + attempt;
    }
}
