package dev.belay.connector.channel;

import dev.belay.connector.Snowflake;
import dev.belay.connector.turn.Incoming;

/// A thread of a channel in which people may write now.
///
/// @param place whose channel is the thread itself
/// @param newest the id of its newest message, or of what it began with; a message may be gone
///   since
public record OpenThread(Incoming.Place place, Snowflake newest) {}
