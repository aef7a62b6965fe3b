package dev.belay.connector.engine;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import java.util.List;
import java.util.Optional;

/// What a server of chat completions answers, whole or piece by piece.
///
/// - **Threads:** one after another.
final class ChatReply {
    private static final int PIECE_BYTES_MAX = 4 << 20;
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(PIECE_BYTES_MAX);
    private static final String FIELD = "data:";
    private static final String DONE = "[DONE]";

    private final StringBuilder text = new StringBuilder();
    private long tokens;
    private boolean isFinished;
    private boolean isWrong;

    /// Takes a line of an event stream.
    ///
    /// @return whether more is wanted
    boolean line(String line) {
        if (!line.startsWith(FIELD)) {
            return true; // A comment, an empty line, or a field that means nothing to us.
        }
        String event = line.substring(FIELD.length()).strip();
        if (event.equals(DONE)) {
            isFinished = true;
            return false;
        }
        take(event, "delta");
        return !isWrong;
    }

    /// Takes an answer in one piece.
    void whole(String body) {
        take(body, "message");
    }

    private void take(String json, String member) {
        try {
            if (json.length() <= PIECE_BYTES_MAX
                    && JsonText.parse(json, LIMITS) instanceof JsonObject object
                    && object(object.member("error")).isEmpty()) {
                take(object, member);
                return;
            }
        } catch (JsonSyntax _) {
            // It may hold what was asked, so that nothing of it is repeated.
        }
        isWrong = true;
    }

    private void take(JsonObject object, String member) {
        object(object.member("usage"))
                .map(usage -> usage.safeInteger("total_tokens").orElse(0))
                .ifPresent(total -> tokens = Math.max(0, total));
        Optional<JsonObject> choice =
                object.member("choices")
                        .filter(JsonArray.class::isInstance)
                        .map(choices -> ((JsonArray) choices).elements())
                        .filter(choices -> !choices.isEmpty())
                        .map(List::getFirst)
                        .flatMap(first -> object(Optional.of(first)));
        choice.flatMap(it -> object(it.member(member)))
                .flatMap(it -> it.string("content"))
                .ifPresent(text::append);
        isFinished |= choice.flatMap(it -> it.string("finish_reason")).isPresent();
    }

    private static Optional<JsonObject> object(Optional<JsonValue> value) {
        return value.filter(JsonObject.class::isInstance).map(JsonObject.class::cast);
    }

    /// What the pieces come to.
    Answer answer() {
        if (isWrong) {
            return new Answer.Failed("the server answered something that is no completion");
        }
        if (!isFinished) {
            return new Answer.Failed("the answer of the server broke off");
        }
        return new Answer.Answered(text.toString().strip(), tokens);
    }
}
