package dev.belay.discord;

import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.Channel;
import dev.belay.connector.channel.Limits;
import dev.belay.connector.channel.Listener;
import dev.belay.connector.channel.OpenThread;
import dev.belay.connector.channel.Post;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.delivery.Settling.Answer;
import dev.belay.connector.turn.MatchRules;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.discord.gateway.Ending;
import dev.belay.discord.gateway.Gateway;
import dev.belay.discord.gateway.Pace;
import dev.belay.discord.gateway.SessionStarts;
import dev.belay.discord.gateway.Tally;
import dev.belay.discord.message.Places;
import dev.belay.discord.rest.Channels;
import dev.belay.discord.rest.Doorway;
import dev.belay.discord.rest.Messages;
import dev.belay.discord.rest.Rest;
import dev.belay.discord.rest.Threads;
import dev.belay.system.Directory;
import dev.belay.system.Http;
import dev.belay.system.World;
import dev.belay.system.socket.WebSockets;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;

/// A bot at Discord.
///
/// - **Durable:** each session is counted before it begins. The rest is in memory: after a crash
///   the history has what was missed.
/// - **Threads:** any number for all but [#listen], which one thread runs, once.
/// - **Interrupt:** ends a method early, as one whose outcome is unknown.
public final class DiscordChannel implements Channel {
    private static final int PART_MAX = 2_000;

    /// Servers, messages on them, and what these say.
    private static final int INTENTS = 1 | 1 << 9 | 1 << 15;

    private static final int DIRECT_MESSAGES = 1 << 12;

    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{1,512}");

    private final DiscordSettings settings;
    private final Network network;
    private final World world;
    private final SessionStarts starts;
    private final Pace pace;
    private final Places places = new Places();
    private final Tally tally = new Tally();
    private final Ending ending = new Ending();
    private final Rest rest;
    private final Messages messages;
    private final Threads threads;
    private volatile String self = "";

    /// How Discord is spoken to, and how fast.
    record Manner(DiscordSettings settings, Pace pace) {}

    /// The ways to Discord.
    public record Network(Http http, WebSockets sockets) {}

    /// @param directory of the binding, whose owner this process is
    public DiscordChannel(
            DiscordSettings settings, Network network, World world, Directory directory) {
        this(new Manner(settings, Pace.USUAL), network, world, directory);
    }

    DiscordChannel(Manner manner, Network network, World world, Directory directory) {
        DiscordSettings settings = manner.settings();
        this.settings = settings;
        this.network = network;
        this.world = world;
        this.starts = new SessionStarts(directory, world);
        this.pace = manner.pace();
        this.rest =
                new Rest(
                        new Rest.Parts(
                                network.http(),
                                world,
                                settings.api(),
                                this::token,
                                settings.requestMax(),
                                ending::end));
        Channels channels = new Channels(rest, places);
        this.messages = new Messages(rest, channels);
        this.threads = new Threads(rest, channels);
    }

    /// Makes sure that the next owner of a binding can read how often a session began.
    ///
    /// @throws Refusal as [#listen] would
    public static void checkSessions(World world, Directory directory) throws IOException {
        new SessionStarts(directory, world).check();
    }

    private String token() throws IOException {
        String token = settings.token().read().strip();
        if (!TOKEN.matcher(token).matches()) {
            throw new Refusal(
                    ErrorCode.USAGE,
                    "the token of the bot",
                    "is not what Discord gives out: letters, digits, dots, and dashes on one line",
                    "copy it again from Discord");
        }
        return token;
    }

    @Override
    public Limits limits() {
        return new Limits(
                PART_MAX,
                Messages.PAGE_MAX,
                settings.nonceWindow(),
                settings.requestMax().plus(Rest.TURN_MAX));
    }

    @Override
    public void listen(Listener listener) throws IOException {
        int bits = settings.servesDirectMessages() ? INTENTS | DIRECT_MESSAGES : INTENTS;
        Gateway gateway =
                new Gateway(
                        new Gateway.Parts(
                                network.sockets(),
                                world,
                                new Doorway(rest, this::token, settings.gateway()),
                                starts,
                                new Translating(listener, places, tally, id -> self = id),
                                ending,
                                tally,
                                pace),
                        new Gateway.Intents(bits));
        gateway.run();
        Optional<Refusal> refusal = rest.refusal();
        if (refusal.isPresent()) {
            throw refusal.get();
        }
    }

    @Override
    public void end() {
        ending.end();
    }

    @Override
    public void identify() throws IOException {
        self = messages.self();
    }

    @Override
    public Instant now() {
        return rest.time();
    }

    @Override
    public Answer send(Post post) {
        return messages.post(post);
    }

    @Override
    public List<Seen> history(String channel, Snowflake after) throws IOException {
        return messages.history(channel, after, self);
    }

    @Override
    public List<OpenThread> threads(MatchRules.Places listening) throws IOException {
        return threads.open(listening);
    }

    @Override
    public void showTyping(String channel) {
        messages.type(channel);
    }

    /// How often things happened since the program began, by words for a metric: `session`,
    /// `resumed`, `loss`, `unreadable`, `skipped`, `not_taken`.
    public SortedMap<String, Long> counts() {
        return tally.counts();
    }
}
