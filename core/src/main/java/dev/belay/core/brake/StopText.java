package dev.belay.core.brake;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// What stands in a STOP: usually a line for each time that the brake was set.
public final class StopText {
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(64 << 10);

    private final byte[] bytes;

    StopText(byte[] bytes) {
        this.bytes = bytes;
    }

    /// One reason.
    ///
    /// @param at when the brake was set, as the file says; empty for a line that is not ours
    /// @param reason the reason, or the whole line
    public record Line(String at, String reason) {}

    /// The lines that are not empty. None is an error: somebody may have written them by hand.
    public List<Line> lines() {
        return new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .map(StopText::line)
                .toList();
    }

    private static Line line(String text) {
        try {
            if (JsonText.parse(text, LIMITS) instanceof JsonObject object
                    && object.string("reason").isPresent()) {
                return new Line(
                        object.string("at").orElse(""), object.string("reason").orElseThrow());
            }
        } catch (JsonSyntax _) {
            // Not a line of a program; it is shown as it is.
        }
        return new Line("", text);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StopText that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
