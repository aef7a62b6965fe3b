package dev.belay.discord;

import dev.belay.discord.address.Addresses;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// How a bot reaches Discord.
///
/// @param api the address that all paths are below, with its version
/// @param gateway where to connect instead of where Discord says, for tests and proxies
/// @param nonceWindow how long Discord surely remembers a nonce; it does not say
/// @param requestMax how long one request may take
/// @param servesDirectMessages whether messages to the bot alone are asked for
public record DiscordSettings(
        URI api,
        Optional<URI> gateway,
        Token token,
        Duration nonceWindow,
        Duration requestMax,
        boolean servesDirectMessages) {
    /// Where Discord answers.
    public static final URI API = URI.create("https://discord.com/api/v10");

    /// Within it, a part whose fate is unknown may be sent again.
    public static final Duration NONCE_WINDOW = Duration.ofSeconds(90);

    private static final Duration REQUEST_MAX = Duration.ofSeconds(10);

    /// @throws IllegalArgumentException when an address is none that may be given a token, or the
    ///   window is too short to send anything in
    public DiscordSettings {
        Addresses.requireSafe("the address of the API", api, "https", "http");
        gateway.ifPresent(address ->
                Addresses.requireSafe("the address of the gateway", address, "wss", "ws"));
        if (requestMax.isNegative() || requestMax.isZero()) {
            throw new IllegalArgumentException("a request takes some time");
        }
        if (nonceWindow.isNegative()) {
            throw new IllegalArgumentException("no window is negative");
        }
    }

    /// Discord itself, as it is usually spoken to.
    public static DiscordSettings usual(Token token) {
        return new DiscordSettings(API, Optional.empty(), token, NONCE_WINDOW, REQUEST_MAX, false);
    }

    public DiscordSettings withApi(URI value) {
        return new DiscordSettings(
                value, gateway, token, nonceWindow, requestMax, servesDirectMessages);
    }

    public DiscordSettings withGateway(URI value) {
        return new DiscordSettings(
                api, Optional.of(value), token, nonceWindow, requestMax, servesDirectMessages);
    }

    public DiscordSettings withNonceWindow(Duration value) {
        return new DiscordSettings(api, gateway, token, value, requestMax, servesDirectMessages);
    }

    public DiscordSettings withRequestMax(Duration value) {
        return new DiscordSettings(api, gateway, token, nonceWindow, value, servesDirectMessages);
    }

    public DiscordSettings withDirectMessages(boolean value) {
        return new DiscordSettings(api, gateway, token, nonceWindow, requestMax, value);
    }
}
