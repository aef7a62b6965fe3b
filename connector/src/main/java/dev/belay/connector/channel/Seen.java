package dev.belay.connector.channel;

import dev.belay.connector.turn.Incoming;

/// A message in the history of a channel.
///
/// @param nonce what it was sent with; empty where the network does not keep it
/// @param replyTo the id of the message that it answers; empty where it says none
public record Seen(Incoming message, String nonce, String replyTo) {}
