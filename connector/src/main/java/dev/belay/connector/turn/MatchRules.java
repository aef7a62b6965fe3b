package dev.belay.connector.turn;

import java.util.List;
import java.util.Set;

/// Which messages a binding answers.
///
/// @param self our own id, whose mention is taken off a text
/// @param places where it listens
/// @param users who may ask; empty for everybody
/// @param triggers what makes a message one for us; of several the first that fits
/// @param lengthMax how long a text may be, in code points
public record MatchRules(
        String self, Places places, Set<String> users, List<Trigger> triggers, int lengthMax) {
    /// Where a binding listens. A direct message has no guild and is told by its trigger.
    ///
    /// @param guilds empty for any
    /// @param channels with their threads; empty for any
    public record Places(Set<String> guilds, Set<String> channels) {}
}
