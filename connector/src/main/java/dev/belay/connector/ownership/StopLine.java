package dev.belay.connector.ownership;

import dev.belay.connector.line.Times;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/// One line of a STOP. A line that no program of ours wrote is one without a reason, and never
/// counts as ours.
///
/// @param json what it says; empty for a line that is not ours
/// @param reason as written; empty for a line that is not ours
/// @param exact whether it holds `at` and `reason`, in the form in which we write them, and nothing
///   else
public record StopLine(Optional<JsonObject> json, Optional<String> reason, boolean exact) {
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BindingStop.BYTES_MAX);
    private static final String RECOVER = "recover";
    private static final Pattern RECOVER_MARK =
            Pattern.compile("recover:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final int MEMBERS = 2;

    static StopLine parse(byte[] text) {
        try {
            if (JsonText.parse(text, LIMITS) instanceof JsonObject object
                    && object.string("reason").isPresent()) {
                String at = object.string("at").orElse("");
                boolean exact = object.members().size() == MEMBERS && isTime(at);
                return new StopLine(Optional.of(object), object.string("reason"), exact);
            }
        } catch (JsonSyntax _) {
            // Somebody else's line; it brakes like any other.
        }
        return new StopLine(Optional.empty(), Optional.empty(), false);
    }

    private static boolean isTime(String at) {
        return Times.parse(at).map(Times::text).filter(at::equals).isPresent();
    }

    static byte[] print(Instant at, String reason) {
        JsonObject line =
                JsonObject.builder().put("at", Times.text(at)).put("reason", reason).build();
        return (JsonText.print(line) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /// The reason of a recover of ours, which no Node recover takes for its own.
    static String recoverMark(String token) {
        return RECOVER + ":" + token;
    }

    /// Whether a recover of ours wrote it.
    boolean isRecoverMark() {
        return reason.filter(text -> RECOVER_MARK.matcher(text).matches()).isPresent();
    }

    /// Whether a recover of the Node program wrote it.
    boolean isNodeRecover() {
        return reason.filter(RECOVER::equals).isPresent();
    }
}
