package dev.belay.connector.asking;

import dev.belay.connector.Snowflake;
import dev.belay.connector.TurnId;
import dev.belay.connector.line.Times;
import dev.belay.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A message that is in the inbox, with what it asks. Kept as `pending/<id>` until its turn is over
/// or it is dropped.
///
/// @param text empty where it is gone
/// @param receivedAt by the clock that never goes back
public record Accepted(TurnId id, String channel, String author, String text, Duration receivedAt) {
    private static final String CHANNEL = "channel";
    private static final String AUTHOR = "author";
    private static final String TEXT = "text";

    /// What is kept.
    public JsonObject json(Instant now) {
        return JsonObject.builder()
                .put("at", Times.text(now))
                .put(CHANNEL, channel)
                .put(AUTHOR, author)
                .put(TEXT, text)
                .build();
    }

    /// What a document, or a line of the inbox, says of a message.
    ///
    /// @param now when this run has come to know of it
    public static Accepted of(TurnId id, JsonObject json, Duration now) {
        return new Accepted(
                id,
                json.string(CHANNEL).orElse(""),
                json.string(AUTHOR).orElse(""),
                json.string(TEXT).orElse(""),
                now);
    }

    /// When it was written, by the clock of the channel.
    Instant writtenAt() {
        return Snowflake.parse(id.value()).map(Snowflake::time).orElse(Instant.EPOCH);
    }

    /// How long ago it was written; less than zero where clocks differ.
    public Duration age(Instant now) {
        return Duration.between(writtenAt(), now);
    }

    /// Whether what it asked is still known.
    Optional<String> question() {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    /// Without what it asks.
    @Override
    public String toString() {
        return "message " + id;
    }
}
