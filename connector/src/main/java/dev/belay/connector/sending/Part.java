package dev.belay.connector.sending;

import dev.belay.connector.TurnId;
import dev.belay.connector.channel.Post;
import dev.belay.connector.line.OutboxLine;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonObject;
import java.util.Optional;

/// A part of an answer, frozen: what is sent, the same each time. Kept as `parts/<nonce>` until it
/// is settled.
///
/// @param number from 0
public record Part(TurnId turn, int number, Post post) {
    private static final String TURN = "turn";
    private static final String PART = "part";
    private static final String CHANNEL = "channel";
    private static final String REPLY_TO = "replyTo";
    private static final String MENTIONS = "mentions";
    private static final String TEXT = "text";

    JsonObject json() {
        return JsonObject.builder()
                .put(TURN, turn.value())
                .put(PART, number)
                .put(CHANNEL, post.channel())
                .put(REPLY_TO, post.replyTo())
                .put(MENTIONS, post.mentions() == Post.Mentions.USERS)
                .put(TEXT, post.text())
                .build();
    }

    /// What a document says; empty where it lacks something.
    static Optional<Part> of(String nonce, JsonObject json) {
        Optional<String> turn = json.string(TURN).filter(TurnId::isValid);
        Optional<String> channel = json.string(CHANNEL);
        Optional<String> text = json.string(TEXT);
        if (turn.isEmpty() || channel.isEmpty() || text.isEmpty()) {
            return Optional.empty();
        }
        boolean isCalling = json.member(MENTIONS).filter(JsonBoolean.of(true)::equals).isPresent();
        return Optional.of(
                new Part(
                        new TurnId(turn.get()),
                        (int) json.safeInteger(PART).orElse(0),
                        new Post(
                                nonce,
                                channel.get(),
                                json.string(REPLY_TO).orElse(""),
                                text.get(),
                                isCalling ? Post.Mentions.USERS : Post.Mentions.SILENT)));
    }

    public String nonce() {
        return post.nonce();
    }

    OutboxLine.Part place() {
        return new OutboxLine.Part(turn.value(), number, post.channel());
    }
}
