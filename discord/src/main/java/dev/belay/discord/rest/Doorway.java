package dev.belay.discord.rest;

import dev.belay.core.json.JsonObject;
import dev.belay.discord.address.Addresses;
import dev.belay.discord.gateway.Door;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// Asks Discord where its gateway is, and whether a session may begin.
///
/// - **Threads:** one.
public final class Doorway implements Door {
    private static final String VERSION = "v=10&encoding=json";
    private static final Duration WAIT_MIN = Duration.ofSeconds(1);
    private static final Duration WAIT_MAX = Duration.ofHours(1);

    private final Rest rest;
    private final Rest.TokenSource token;
    private final Optional<URI> fixed;

    /// @param fixed where to connect whatever Discord says
    public Doorway(Rest rest, Rest.TokenSource token, Optional<URI> fixed) {
        this.rest = rest;
        this.token = token;
        this.fixed = fixed;
    }

    @Override
    public Entry ask() throws IOException {
        Reply reply = rest.ask(Call.get("/gateway/bot", "/gateway/bot", ""));
        if (rest.refusal().isPresent()) {
            throw rest.refusal().get();
        }
        if (!reply.isDone()) {
            throw new IOException("the gateway's address: " + reply);
        }
        try {
            URI address = resuming(URI.create(reply.object().string("url").orElse("")));
            return new Entry(address, wait(reply.object()));
        } catch (IllegalArgumentException _) {
            throw new IOException("the gateway's address is none that may be given a token");
        }
    }

    private static Duration wait(JsonObject answer) {
        if (!(answer.member("session_start_limit").orElse(answer) instanceof JsonObject limit)
                || limit.safeInteger("remaining").orElse(1) > 0) {
            return Duration.ZERO;
        }
        long millis = limit.safeInteger("reset_after").orElse(0);
        return Duration.ofMillis(Math.clamp(millis, WAIT_MIN.toMillis(), WAIT_MAX.toMillis()));
    }

    @Override
    public String token() throws IOException {
        return token.read();
    }

    @Override
    public URI resuming(URI address) {
        URI chosen = fixed.orElse(address);
        Addresses.requireSafe("the address of the gateway", chosen, "wss", "ws");
        if (chosen.getRawQuery() != null) {
            return chosen;
        }
        String path = chosen.getRawPath().isEmpty() ? "/" : chosen.getRawPath();
        return URI.create(
                chosen.getScheme() + "://" + chosen.getRawAuthority() + path + "?" + VERSION);
    }
}
