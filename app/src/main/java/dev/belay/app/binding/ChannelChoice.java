package dev.belay.app.binding;

import dev.belay.app.config.SecretReference;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// The channel that a binding is for.
public sealed interface ChannelChoice {
    /// Standard input and output.
    record Terminal() implements ChannelChoice {}

    /// A bot of Discord.
    ///
    /// @param api empty for the usual one
    /// @param gateway empty for the one that the API names
    record Discord(
            SecretReference token, Optional<URI> api, Optional<URI> gateway, Duration nonceWindow)
            implements ChannelChoice {}
}
