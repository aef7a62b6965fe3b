package dev.belay.app.serving;

import dev.belay.connector.custody.Event;
import dev.belay.connector.custody.Observer;
import dev.belay.connector.line.Times;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.system.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// What a run does, a line each: an object in JSON for programs, or words for people. Never a text
/// of a message, and never a secret.
///
/// - **Threads:** any number.
public final class RunLog implements Observer {
    private final Clock clock;
    private final Lines lines;

    public RunLog(Clock clock, Lines lines) {
        this.clock = clock;
        this.lines = lines;
    }

    /// How a line looks, and where it goes.
    public sealed interface Lines {
        void say(String at, String event, JsonObject details);
    }

    /// One object a line.
    public record ForPrograms(Consumer<String> out) implements Lines {
        @Override
        public void say(String at, String event, JsonObject details) {
            JsonObject.Builder line = JsonObject.builder().put("at", at).put("event", event);
            details.members().forEach(line::put);
            out.accept(JsonText.print(line.build()));
        }
    }

    /// Only what somebody should know who looks on.
    public record ForPeople(Consumer<String> out) implements Lines {
        private static final List<String> USUAL =
                List.of("connected", "accepted", "asked", "returned", "recorded", "sent");

        @Override
        public void say(String at, String event, JsonObject details) {
            if (!USUAL.contains(event)
                    || details.string("status").filter(it -> !it.equals("confirmed")).isPresent()) {
                List<String> words = new ArrayList<>();
                details.members()
                        .forEach((name, value) -> words.add(name + "=" + JsonText.print(value)));
                out.accept("belay: " + event + " " + String.join(" ", words));
            }
        }
    }

    /// Something that is no step of a message.
    public void note(String event, String what) {
        lines.say(now(), event, JsonObject.builder().put("what", what).build());
    }

    private String now() {
        return Times.text(clock.now());
    }

    @Override
    public void saw(Event event) {
        Map.Entry<String, JsonObject> line = line(event);
        lines.say(now(), line.getKey(), line.getValue());
    }

    // Long: a case for each event.
    private static Map.Entry<String, JsonObject> line(Event event) {
        JsonObject.Builder details = JsonObject.builder();
        String word =
                switch (event) {
                    case Event.Connected(boolean isContinued) -> {
                        details.put("continued", isContinued);
                        yield "connected";
                    }
                    case Event.Accepted(String id, String channel) -> {
                        details.put("id", id).put("channel", channel);
                        yield "accepted";
                    }
                    case Event.Dropped(String id, var reason) -> {
                        details.put("id", id).put("reason", reason.word());
                        yield "dropped";
                    }
                    case Event.Gap(String channel) -> {
                        details.put("channel", channel);
                        yield "gap";
                    }
                    case Event.Asked(var turn, int attempt, var waited) -> {
                        details.put("turn", turn.value())
                                .put("attempt", attempt)
                                .put("waitedMs", waited.toMillis());
                        yield "asked";
                    }
                    case Event.Returned(var turn, var outcome, var took) -> {
                        details.put("turn", turn.value())
                                .put("outcome", outcome.word())
                                .put("tookMs", took.toMillis());
                        yield "returned";
                    }
                    case Event.Recorded(var turn, var outcome, long tokens) -> {
                        details.put("turn", turn.value())
                                .put("outcome", outcome.word())
                                .put("tokens", tokens);
                        yield "recorded";
                    }
                    case Event.Sent(String nonce, var status, String reason) -> {
                        details.put("nonce", nonce).put("status", status.word());
                        if (!reason.isEmpty()) {
                            details.put("reason", reason);
                        }
                        yield "sent";
                    }
                    case Event.Trouble(String where, String what) -> {
                        details.put("where", where).put("what", what);
                        yield "trouble";
                    }
                };
        return Map.entry(word, details.build());
    }
}
