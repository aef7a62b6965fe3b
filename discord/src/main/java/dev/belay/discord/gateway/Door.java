package dev.belay.discord.gateway;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/// Where new sessions begin.
public interface Door {
    /// What is needed to begin one.
    ///
    /// @param address where to connect
    /// @param delay how long Discord lets none begin; zero when one may now
    record Entry(URI address, Duration delay) {}

    /// Asks for the way in.
    ///
    /// @throws dev.belay.core.error.Refusal when we are refused for good
    /// @throws IOException when it cannot be known now
    Entry ask() throws IOException;

    /// The token, which is given to the gateway and to nobody else.
    String token() throws IOException;

    /// Where a session is resumed of which Discord says that it is to be resumed at `address`.
    ///
    /// @throws IllegalArgumentException when the token must not be given there
    URI resuming(URI address);
}
