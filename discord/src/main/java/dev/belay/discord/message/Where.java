package dev.belay.discord.message;

import dev.belay.connector.turn.Incoming.Place;

/// A channel of Discord's, and what it belongs to.
///
/// @param isDirect whether it is between us and one other
public record Where(Place place, boolean isDirect) {}
