package dev.belay.discord.gateway;

import java.net.URI;

/// What it takes to go on where a connection ended.
///
/// @param resume where to connect
/// @param self our own id
record Session(String id, URI resume, String self) {
    /// Whoever knows the id of a session and the token could take it over.
    @Override
    public String toString() {
        return "a session of " + self;
    }
}
