package dev.belay.discord;

import java.io.IOException;

/// Where the bot's token comes from. It is asked each time that the token is needed, so that a new
/// one is used once it is there.
public interface Token {
    /// The token itself, without `Bot` before it.
    String read() throws IOException;
}
