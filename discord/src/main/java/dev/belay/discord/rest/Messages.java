package dev.belay.discord.rest;

import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.Post;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.delivery.Settling.Answer;
import dev.belay.connector.turn.Incoming;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.discord.message.Reading;
import dev.belay.discord.message.Where;
import dev.belay.discord.rest.Answering.Ending;
import dev.belay.system.Http;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Posts messages, and reads them back.
///
/// - **Threads:** any number.
public final class Messages {
    /// As many as Discord shows at once.
    public static final int PAGE_MAX = 100;

    private static final String ROUTE = "/channels/messages";

    /// A hundred messages of the greatest length, with all that hangs on them.
    private static final int PAGE_BYTES_MAX = 16 << 20;

    /// Pages in a row that have messages in them that cannot be used.
    private static final int PAGES_MAX = 10;

    private static final Duration NO_CONNECTION = Duration.ofSeconds(2);
    private static final Duration REFUSED = Duration.ofMinutes(1);

    private final Rest rest;
    private final Channels channels;

    public Messages(Rest rest, Channels channels) {
        this.rest = rest;
        this.channels = channels;
    }

    /// Posts once.
    public Answer post(Post post) {
        Optional<Snowflake> channel = Snowflake.parse(post.channel());
        if (channel.isEmpty()) {
            return new Answer.Rejected("this is no channel of Discord's");
        }
        if (rest.isClosed(post.channel())) {
            return new Answer.Rejected("the channel has just refused another message (status 403)");
        }
        String path = "/channels/" + channel.get() + "/messages";
        return Answering.of(attempt(Call.post(path, ROUTE, post.channel(), body(post))));
    }

    private Ending attempt(Call call) {
        try {
            Reply reply = rest.ask(call);
            String id =
                    reply.object().string("id").flatMap(Snowflake::parse).isPresent()
                            ? reply.object().string("id").orElse("")
                            : "";
            return new Ending.Replied(reply.status(), reply.code(), id, Rest.wait(reply));
        } catch (NotNow early) {
            return new Ending.NotSent(early.delay());
        } catch (Http.NotSent _) {
            return new Ending.NotSent(NO_CONNECTION);
        } catch (Refusal _) {
            return new Ending.NotSent(REFUSED);
        } catch (IOException failure) {
            return new Ending.Lost(String.valueOf(failure.getMessage()));
        }
    }

    private static String body(Post post) {
        List<JsonValue> parsed =
                switch (post.mentions()) {
                    case SILENT -> List.of();
                    case USERS -> List.of(new JsonString("users"));
                };
        JsonObject.Builder body =
                JsonObject.builder()
                        .put("content", post.text())
                        .put("nonce", post.nonce())
                        .put("enforce_nonce", true)
                        .put(
                                "allowed_mentions",
                                JsonObject.builder().put("parse", new JsonArray(parsed)).build());
        if (!post.replyTo().isEmpty()) {
            body.put(
                    "message_reference",
                    JsonObject.builder()
                            .put("message_id", post.replyTo())
                            .put("fail_if_not_exists", false)
                            .build());
        }
        return JsonText.print(body.build());
    }

    /// The id of the account that the token belongs to.
    public String self() throws IOException {
        Reply reply = rest.ask(Call.get("/users/@me", "/users/@me", ""));
        if (rest.refusal().isPresent()) {
            throw rest.refusal().get();
        }
        Optional<Snowflake> id = reply.object().string("id").flatMap(Snowflake::parse);
        if (!reply.isDone() || id.isEmpty()) {
            throw new IOException("our own account: " + reply);
        }
        return id.get().toString();
    }

    /// The messages of a channel behind `after`, oldest first: as many as a page has, or all.
    public List<Seen> history(String channel, Snowflake after, String self) throws IOException {
        Optional<Snowflake> id = Snowflake.parse(channel);
        if (id.isEmpty()) {
            throw new IOException("this is no channel of Discord's");
        }
        Where where = channels.where(id.get());
        SortedMap<Snowflake, Seen> found = new TreeMap<>();
        Snowflake from = after;
        for (int page = 0; page < PAGES_MAX; page++) {
            SortedMap<Snowflake, JsonObject> read = page(id.get(), from);
            for (var entry : read.entrySet()) {
                Optional<Incoming> message = Reading.of(entry.getValue(), self, where);
                message.ifPresent(
                        known -> found.put(entry.getKey(), seen(known, entry.getValue())));
            }
            boolean isFull = read.size() >= PAGE_MAX;
            if (!isFull || found.size() >= PAGE_MAX) {
                return found.values().stream().limit(PAGE_MAX).toList();
            }
            from = read.lastKey();
        }
        throw new IOException("the history of a channel cannot be read");
    }

    private static Seen seen(Incoming message, JsonObject json) {
        return new Seen(message, Reading.nonce(json), Reading.replyTo(json));
    }

    private SortedMap<Snowflake, JsonObject> page(Snowflake channel, Snowflake after)
            throws IOException {
        String path = "/channels/" + channel + "/messages?limit=" + PAGE_MAX + "&after=" + after;
        Reply reply =
                rest.ask(Call.get(path, ROUTE, channel.toString()).withAnswerMax(PAGE_BYTES_MAX));
        Optional<List<JsonValue>> elements = reply.elements();
        if (!reply.isDone() || elements.isEmpty()) {
            throw new IOException("the history of a channel: " + reply);
        }
        SortedMap<Snowflake, JsonObject> messages = new TreeMap<>();
        for (JsonValue element : elements.get()) {
            if (element instanceof JsonObject message) {
                message.string("id")
                        .flatMap(Snowflake::parse)
                        .filter(id -> id.compareTo(after) > 0)
                        .ifPresent(id -> messages.put(id, message));
            }
        }
        return messages;
    }

    /// Shows that an answer is being thought of; whether that works does not matter.
    public void type(String channel) {
        Optional<Snowflake> id = Snowflake.parse(channel);
        if (id.isEmpty() || rest.isClosed(channel)) {
            return;
        }
        try {
            rest.ask(
                    Call.post(
                            "/channels/" + id.get() + "/typing", "/channels/typing", channel, ""));
        } catch (IOException _) {
            return; // Nothing depends on it.
        }
    }
}
