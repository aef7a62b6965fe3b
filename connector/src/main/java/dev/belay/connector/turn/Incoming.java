package dev.belay.connector.turn;

import java.util.Set;

/// A message as a channel shows it.
///
/// @param id given by the channel
/// @param place where it was written
/// @param author the id of whoever wrote it
/// @param traits what the channel says of it
/// @param text as it was written
public record Incoming(String id, Place place, String author, Set<Trait> traits, String text) {
    /// Where a message was written.
    ///
    /// @param guild empty for a direct message
    /// @param channel where an answer belongs
    /// @param parent the channel that this one is a thread of; empty where it is none
    public record Place(String guild, String channel, String parent) {
        /// A place that is no thread.
        public Place(String guild, String channel) {
            this(guild, channel, "");
        }
    }

    /// What a channel says of a message.
    public enum Trait {
        /// We wrote it.
        BY_US,
        /// A bot, a webhook, or the channel itself wrote it.
        BY_MACHINE,
        /// It is no text of somebody: a pin, a greeting, a call.
        NO_TEXT_MESSAGE,
        /// It mentions us.
        MENTIONS_US,
        /// It is a reply to something we wrote.
        REPLIES_TO_US,
        /// It was sent to us alone.
        DIRECT
    }

    boolean is(Trait trait) {
        return traits.contains(trait);
    }
}
