package dev.belay.discord.gateway;

import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;

/// One thing that the gateway says.
sealed interface Frame {
    /// An event for us.
    ///
    /// @param number 0 where it has none
    record Dispatch(long number, String name, JsonObject content) implements Frame {
        /// Without what it says.
        @Override
        public String toString() {
            return name + " " + number;
        }
    }

    /// A word about the connection.
    record Word(Linking.Event event) implements Frame {}

    /// Bounds of what is read; a longer text never gets here.
    JsonLimits LIMITS = JsonLimits.ofBytes(Integer.MAX_VALUE);

    /// Reads one. Total: what cannot be read is a word of its own.
    static Frame read(String text) {
        try {
            return JsonText.parse(text, LIMITS) instanceof JsonObject object
                    ? of(object)
                    : new Word(new Linking.Event.Unreadable());
        } catch (JsonSyntax _) {
            return new Word(new Linking.Event.Unreadable());
        }
    }

    private static Frame of(JsonObject frame) {
        OptionalLong code = frame.safeInteger("op");
        if (code.isEmpty()) {
            return new Word(new Linking.Event.Unreadable());
        }
        if (code.getAsLong() == 0) {
            return dispatch(frame);
        }
        JsonValue content = frame.member("d").orElse(frame);
        return new Word(
                switch (Math.clamp(code.getAsLong(), -1, Integer.MAX_VALUE)) {
                    case 1 -> new Linking.Event.BeatAsked();
                    case 7 -> new Linking.Event.ReconnectAsked();
                    case 9 -> new Linking.Event.SessionInvalid(content == JsonBoolean.TRUE);
                    case 10 -> new Linking.Event.Hello(interval(content));
                    case 11 -> new Linking.Event.BeatAnswered();
                    default -> new Linking.Event.Unknown();
                });
    }

    private static Frame dispatch(JsonObject frame) {
        return new Dispatch(
                Math.max(0, frame.safeInteger("s").orElse(0)),
                frame.string("t").orElse(""),
                frame.member("d").orElse(frame) instanceof JsonObject content
                        ? content
                        : JsonObject.of(Map.of()));
    }

    /// Zero for none.
    private static Duration interval(JsonValue hello) {
        return hello instanceof JsonObject object
                        && object.member("heartbeat_interval").orElse(object)
                                instanceof JsonNumber number
                ? Duration.ofMillis(number.safeInteger().orElse(0))
                : Duration.ZERO;
    }
}
