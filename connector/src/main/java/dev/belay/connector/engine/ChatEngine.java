package dev.belay.connector.engine;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.system.Clock;
import dev.belay.system.Http;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Asks a server that speaks the chat completions of OpenAI. The contract is on the page
/// `docs/engines.md`.
///
/// A question is one request. It is never repeated: a server that failed may have worked, and been
/// paid for.
public final class ChatEngine implements Engine {
    private final Http.Streaming http;
    private final Clock clock;
    private final Terms terms;

    public ChatEngine(Http.Streaming http, Clock clock, Terms terms) {
        this.http = http;
        this.clock = clock;
        this.terms = terms;
    }

    /// What is asked for, and where.
    ///
    /// @param url that of the completions themselves
    /// @param token empty for a server that wants none
    /// @param instructions what the model is told first; empty for nothing
    /// @param tokensMax how many tokens an answer may have; 0 to let the server decide
    /// @param answerBytesMax how long everything may be that the server sends
    public record Terms(
            URI url,
            String model,
            String token,
            String instructions,
            int tokensMax,
            Delivery delivery,
            int answerBytesMax) {
        /// Without the token.
        @Override
        public String toString() {
            return model + " at " + url.getHost();
        }
    }

    /// How the server is asked to send its answer.
    public enum Delivery {
        /// Piece by piece as it is made, which tells a slow server from a dead connection.
        STREAMED,
        WHOLE
    }

    @Override
    public Answer ask(Question question, Duration limit) {
        Duration end = clock.elapsed().plus(limit);
        ChatReply reply = new ChatReply();
        try {
            Http.Request request = request(question, limit);
            Http.Answer answer =
                    switch (terms.delivery()) {
                        case STREAMED -> http.stream(request, reply::line);
                        case WHOLE -> http.send(request);
                    };
            if (answer.status() / 100 != 2) {
                return new Answer.Failed("the server answered " + answer.status());
            }
            if (!answer.body().isEmpty()) {
                reply.whole(answer.body());
            }
            return reply.answer();
        } catch (IOException failure) {
            if (Thread.currentThread().isInterrupted()) {
                return new Answer.Abandoned();
            }
            return clock.elapsed().compareTo(end) >= 0
                    ? new Answer.TimedOut()
                    : new Answer.Failed(String.valueOf(failure.getMessage()));
        }
    }

    private Http.Request request(Question question, Duration limit) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put(
                "Accept",
                terms.delivery() == Delivery.STREAMED ? "text/event-stream" : "application/json");
        if (!terms.token().isEmpty()) {
            headers.put("Authorization", "Bearer " + terms.token());
        }
        return new Http.Request(
                "POST", terms.url(), headers, body(question), limit, terms.answerBytesMax());
    }

    private String body(Question question) {
        List<JsonValue> messages = new ArrayList<>();
        if (!terms.instructions().isEmpty()) {
            messages.add(message("system", terms.instructions()));
        }
        messages.add(message("user", question.text()));
        JsonObject.Builder body =
                JsonObject.builder()
                        .put("model", terms.model())
                        .put("messages", new JsonArray(messages));
        if (terms.tokensMax() > 0) {
            body.put("max_tokens", terms.tokensMax());
        }
        if (terms.delivery() == Delivery.STREAMED) {
            body.put("stream", JsonBoolean.TRUE);
            body.put(
                    "stream_options",
                    JsonObject.builder().put("include_usage", JsonBoolean.TRUE).build());
        }
        return JsonText.print(body.build());
    }

    private static JsonObject message(String role, String content) {
        return JsonObject.builder().put("role", role).put("content", content).build();
    }

    /// Where the completions of a server are, whose other addresses begin with `base`.
    public static Optional<URI> completions(String base) {
        String whole = base.endsWith("/") ? base : base + "/";
        try {
            URI uri = URI.create(whole + "chat/completions");
            boolean isWeb = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return isWeb && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
