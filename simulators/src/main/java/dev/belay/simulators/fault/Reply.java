package dev.belay.simulators.fault;

import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// What is sent back.
public record Reply(int status, Map<String, String> headers, Body body) {
    /// The bytes of a body, which nobody changes.
    public static final class Body {
        private final byte[] bytes;

        public Body(byte[] bytes) {
            this.bytes = bytes.clone();
        }

        public byte[] bytes() {
            return bytes.clone();
        }
    }

    public Reply {
        headers = Map.copyOf(headers);
    }

    public static Reply json(int status, JsonObject body) {
        return text(status, "application/json", JsonText.print(body));
    }

    public static Reply text(int status, String type, String body) {
        return new Reply(
                status,
                Map.of("Content-Type", type),
                new Body(body.getBytes(StandardCharsets.UTF_8)));
    }

    public Reply with(String header, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(header, value);
        return new Reply(status, more, body);
    }

    Reply with(byte[] other) {
        return new Reply(status, headers, new Body(other));
    }
}
