package dev.belay.discord.rest;

import dev.belay.connector.Snowflake;
import dev.belay.discord.message.Places;
import dev.belay.discord.message.Where;
import java.io.IOException;
import java.util.Optional;

/// On which server a channel is, and what it is a thread of: as the gateway has told, else as
/// Discord is asked.
///
/// - **Threads:** any number.
public final class Channels {
    private final Rest rest;
    private final Places places;

    public Channels(Rest rest, Places places) {
        this.rest = rest;
        this.places = places;
    }

    Places places() {
        return places;
    }

    Where where(Snowflake channel) throws IOException {
        return find(channel).orElseThrow(() -> new IOException("a channel that is not there"));
    }

    /// Empty where it is not there for us.
    Optional<Where> find(Snowflake channel) throws IOException {
        Optional<Where> known = places.of(channel.toString());
        if (known.isPresent()) {
            return known;
        }
        Reply reply = rest.ask(Call.get("/channels/" + channel, "/channels", channel.toString()));
        if (reply.isNotThere()) {
            return Optional.empty();
        }
        if (!reply.isDone()) {
            throw new IOException("a channel: " + reply);
        }
        return places.learn(reply.object(), reply.object().string("guild_id").orElse(""));
    }
}
