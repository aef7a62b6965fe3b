package dev.belay.discord.rest;

import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.OpenThread;
import dev.belay.connector.turn.MatchRules.Places;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.discord.message.Where;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Finds the threads that are open. One that was archived is not among them.
///
/// - **Threads:** any number.
public final class Threads {
    private static final String ROUTE = "/guilds/threads/active";

    /// A thousand threads, with all that hangs on them.
    private static final int ANSWER_BYTES_MAX = 16 << 20;

    /// Of how many servers the threads are asked for; as many as Discord names at once.
    private static final int GUILDS_MAX = 200;

    private final Rest rest;
    private final Channels channels;

    public Threads(Rest rest, Channels channels) {
        this.rest = rest;
        this.channels = channels;
    }

    /// The open threads of the servers where a binding listens.
    public List<OpenThread> open(Places listening) throws IOException {
        List<OpenThread> threads = new ArrayList<>();
        for (Snowflake guild : guilds(listening)) {
            threads.addAll(open(guild));
        }
        return threads;
    }

    private Set<Snowflake> guilds(Places listening) throws IOException {
        if (listening.guilds().isEmpty()) {
            return listening.channels().isEmpty() ? ours() : of(listening.channels());
        }
        Set<Snowflake> guilds = new TreeSet<>();
        listening.guilds().forEach(id -> Snowflake.parse(id).ifPresent(guilds::add));
        return guilds;
    }

    private Set<Snowflake> of(Set<String> named) throws IOException {
        Set<Snowflake> guilds = new TreeSet<>();
        for (String channel : named) {
            Optional<Snowflake> id = Snowflake.parse(channel);
            if (id.isPresent()) {
                channels.find(id.get())
                        .flatMap(where -> Snowflake.parse(where.place().guild()))
                        .ifPresent(guilds::add);
            }
        }
        return guilds;
    }

    /// All servers that we are on.
    private Set<Snowflake> ours() throws IOException {
        String path = "/users/@me/guilds?limit=" + GUILDS_MAX;
        Reply reply =
                rest.ask(Call.get(path, "/users/@me/guilds", "").withAnswerMax(ANSWER_BYTES_MAX));
        Optional<List<JsonValue>> elements = reply.elements();
        if (!reply.isDone() || elements.isEmpty() || elements.get().size() >= GUILDS_MAX) {
            throw new IOException("the servers that we are on, less than 200: " + reply);
        }
        Set<Snowflake> guilds = new TreeSet<>();
        for (JsonValue element : elements.get()) {
            if (element instanceof JsonObject guild) {
                guild.string("id").flatMap(Snowflake::parse).ifPresent(guilds::add);
            }
        }
        return guilds;
    }

    private List<OpenThread> open(Snowflake guild) throws IOException {
        String path = "/guilds/" + guild + "/threads/active";
        Reply reply =
                rest.ask(Call.get(path, ROUTE, guild.toString()).withAnswerMax(ANSWER_BYTES_MAX));
        if (reply.isNotThere()) {
            return List.of(); // Where we are not, nothing is said to us.
        }
        if (!reply.isDone()
                || !(reply.object().member("threads").orElse(null)
                        instanceof JsonArray(List<JsonValue> elements))) {
            throw new IOException("the threads of a server: " + reply);
        }
        List<OpenThread> threads = new ArrayList<>();
        for (JsonValue element : elements) {
            if (element instanceof JsonObject thread) {
                thread(thread, guild).ifPresent(threads::add);
            }
        }
        return threads;
    }

    private Optional<OpenThread> thread(JsonObject thread, Snowflake guild) {
        Optional<Snowflake> id = thread.string("id").flatMap(Snowflake::parse);
        Optional<Where> where = channels.places().learn(thread, guild.toString());
        if (id.isEmpty() || where.isEmpty()) {
            return Optional.empty();
        }
        Snowflake newest =
                thread.string("last_message_id").flatMap(Snowflake::parse).orElse(id.get());
        return Optional.of(new OpenThread(where.get().place(), newest));
    }
}
