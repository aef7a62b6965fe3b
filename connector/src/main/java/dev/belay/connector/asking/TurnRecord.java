package dev.belay.connector.asking;

import dev.belay.connector.TurnId;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.line.TextDigest;
import dev.belay.connector.line.Times;
import dev.belay.connector.sending.Part;
import dev.belay.connector.turn.Outcome;
import dev.belay.connector.turn.Retention;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What is written down about a turn that is over.
///
/// @param attempt 1, or 2 after a crash
/// @param took how long the engine was at it
/// @param tokens that it cost; 0 where nobody counts
/// @param reason why there is no answer; empty where there is one
/// @param answer what the engine said; empty for nothing
/// @param parts what is sent
record TurnRecord(
        Accepted message,
        int attempt,
        Instant startedAt,
        Instant finishedAt,
        Duration took,
        Outcome outcome,
        long tokens,
        String reason,
        String answer,
        List<Part> parts) {
    private static final String TOKENS = "tokens";

    /// The record, with texts only where the policy keeps them.
    JsonObject json(Retention retention) {
        JsonObject.Builder json =
                JsonObject.builder()
                        .put("id", message.id().value())
                        .put("startedAt", Times.text(startedAt))
                        .put("finishedAt", Times.text(finishedAt))
                        .put("outcome", outcome.word())
                        .put("attempt", attempt)
                        .put("channel", message.channel())
                        .put("author", message.author())
                        .put("engineMillis", took.toMillis())
                        .put(TOKENS, tokens);
        if (!reason.isEmpty()) {
            json.put("reason", reason);
        }
        List<JsonValue> sent = new ArrayList<>();
        parts.forEach(part -> sent.add(json(part)));
        json.put("parts", new JsonArray(sent));
        if (retention.isInTurns()) {
            json.put("question", message.text()).put("answer", answer);
        }
        return json.build();
    }

    private static JsonObject json(Part part) {
        TextDigest digest = TextDigest.of(part.post().text());
        return JsonObject.builder()
                .put("nonce", part.nonce())
                .put("sha256", digest.sha256())
                .put("length", digest.lengthBytes())
                .build();
    }

    /// What a turn has cost; 0 where no record says so.
    static long tokens(ConnectorJournal journal, String id) throws IOException {
        try {
            return TurnId.isValid(id)
                    ? journal.turns()
                            .find(new TurnId(id))
                            .map(turn -> turn.safeInteger(TOKENS).orElse(0))
                            .orElse(0L)
                    : 0;
        } catch (Refusal _) {
            return 0; // A damaged record is named where turns are listed.
        }
    }
}
