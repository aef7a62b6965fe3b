package dev.belay.discord.gateway;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.discord.gateway.Linking.After;
import dev.belay.discord.gateway.Reconnecting.Outages;
import dev.belay.system.Randomness;
import dev.belay.system.World;
import dev.belay.system.socket.WebSocket;
import dev.belay.system.socket.WebSockets;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// Stays connected: one connection after the other, on one session as long as that goes.
///
/// - **Threads:** one, which runs it.
/// - **Interrupt:** ends it as an [InterruptedIOException].
public final class Gateway {
    /// What one `GUILD_CREATE` of a large server comes to, several times over.
    private static final int MESSAGE_MAX = 16 << 20;

    private static final double CHANCE_STEPS = 1L << 32;

    private final Parts parts;
    private final Intents intents;
    private final Progress progress = new Progress();
    private Outages outages = Outages.NONE;

    /// What a gateway is put together from.
    public record Parts(
            WebSockets sockets,
            World world,
            Door door,
            SessionStarts starts,
            Dispatches dispatches,
            Ending ending,
            Tally tally,
            Pace pace) {
        double chance() {
            return chance(world.randomness());
        }

        /// From 0 to less than 1.
        private static double chance(Randomness randomness) {
            return (randomness.uuid().getMostSignificantBits() >>> 32) / CHANCE_STEPS;
        }

        Duration now() {
            return world.clock().elapsed();
        }
    }

    /// Which events are asked for, as a number.
    public record Intents(int bits) {}

    public Gateway(Parts parts, Intents intents) {
        this.parts = parts;
        this.intents = intents;
    }

    /// Goes on until it is ended.
    ///
    /// @throws Refusal when Discord refuses us for good
    public void run() throws IOException {
        parts.starts().tidy();
        while (!parts.ending().isOver()) {
            After after = connectOnce();
            if (parts.ending().isOver()) {
                return;
            }
            parts.tally().count(Tally.Thing.LOSS);
            prepare(after);
        }
    }

    private void prepare(After after) throws IOException {
        Reconnecting.Facts facts =
                new Reconnecting.Facts(
                        after, progress.session().isPresent(), outages, parts.chance());
        switch (Reconnecting.next(facts, parts.pace().waits())) {
            case Reconnecting.Step.Resume(Duration delay) -> parts.ending().pause(delay);
            case Reconnecting.Step.Identify(Duration delay) -> {
                progress.forget();
                outages = new Outages(outages.failures(), 0);
                parts.ending().pause(delay);
            }
            case Reconnecting.Step.GiveUp(int code) -> throw refusal(code);
        }
    }

    private After connectOnce() throws IOException {
        Connection connection = new Connection(parts, intents, progress);
        After after;
        try {
            Optional<URI> address = address();
            if (address.isEmpty()) {
                return new After.Again();
            }
            after = connect(address.get(), connection);
        } catch (Refusal | InterruptedIOException refused) {
            throw refused;
        } catch (IOException _) {
            after = new After.Again();
        }
        outages = outages.after(connection.ended());
        return after;
    }

    private After connect(URI address, Connection connection) throws IOException {
        WebSockets.Request request =
                new WebSockets.Request(address, parts.pace().connectMax(), MESSAGE_MAX);
        try (WebSocket socket = parts.sockets().connect(request)) {
            parts.ending().wakeBy(() -> socket.close(Connection.NORMAL));
            return connection.run(socket);
        } finally {
            parts.ending().wakeByNothing();
        }
    }

    /// Where to connect, once it may be done; empty when we are to end before.
    private Optional<URI> address() throws IOException {
        if (progress.session().isPresent()) {
            return progress.session().map(Session::resume);
        }
        for (Duration ours = parts.starts().hold(); !ours.isZero(); ours = parts.starts().hold()) {
            if (parts.ending().pause(ours)) {
                return Optional.empty();
            }
        }
        Door.Entry entry = parts.door().ask();
        while (!entry.delay().isZero()) {
            if (parts.ending().pause(entry.delay())) {
                return Optional.empty();
            }
            entry = parts.door().ask();
        }
        return parts.ending().isOver() ? Optional.empty() : Optional.of(entry.address());
    }

    private static Refusal refusal(int code) {
        String found =
                switch (code) {
                    case 4004 -> "the token is not valid";
                    case 4010, 4011 -> "the bot is on so many servers that it needs shards";
                    case 4012 -> "the version of the gateway is no longer served";
                    case 4013 -> "the intents are not valid";
                    default -> "the bot may not read what is written";
                };
        String help =
                switch (code) {
                    case 4004 -> "put the bot's present token where the binding says";
                    case 4014 -> "turn on \"Message Content Intent\" for the bot at Discord";
                    default -> "docs/protocols/discord.md says what is served";
                };
        return new Refusal(
                ErrorCode.CHANNEL_REFUSED, "discord", found + " (close code " + code + ")", help);
    }
}
