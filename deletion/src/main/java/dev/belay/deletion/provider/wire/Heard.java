package dev.belay.deletion.provider.wire;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.system.Http;
import java.time.Duration;
import java.util.Optional;

/// What kind of answer a provider gave, before anyone looks for a receipt or a computer in it.
sealed interface Heard {
    /// Success, with a body that does not contradict it.
    record Success(JsonObject body) implements Heard {}

    /// A success status without a body to believe.
    record Hollow(String why) implements Heard {}

    /// 404 or 410, in the provider's own form, and about the thing itself.
    record Gone(int status) implements Heard {}

    /// The provider said no.
    record No(int status, Complaint complaint) implements Heard {}

    /// Nothing is known of what the provider did.
    record Nothing(String why, Optional<Duration> retryAfter) implements Heard {}

    /// Judges one answer. Total over all statuses.
    static Heard of(Http.Answer answer, Wire wire) {
        int status = answer.status();
        return switch (status / 100) {
            case 2 -> success(answer, wire);
            case 4 ->
                    switch (status) {
                        case 404, 410 -> absence(answer, wire);
                        case 408, 425, 429 -> nothing(answer, "");
                        default -> new No(status, own(answer, wire).orElse(new Complaint("", "")));
                    };
            case 3 -> nothing(answer, ", a redirect, which is not followed");
            default -> nothing(answer, "");
        };
    }

    private static Heard success(Http.Answer answer, Wire wire) {
        if (answer.body().isBlank()) {
            return new Hollow("HTTP %d without a body".formatted(answer.status()));
        }
        Optional<JsonObject> body = object(answer);
        if (body.isEmpty()) {
            return new Hollow("HTTP %d whose body is no JSON object".formatted(answer.status()));
        }
        Optional<String> contradiction = wire.contradiction(body.get());
        return contradiction.isPresent()
                ? new Hollow("HTTP %d with %s".formatted(answer.status(), contradiction.get()))
                : new Success(body.get());
    }

    private static Heard absence(Http.Answer answer, Wire wire) {
        Optional<Complaint> complaint = own(answer, wire);
        if (complaint.isEmpty()) {
            return nothing(answer, " that is not in the provider's own form");
        }
        if (complaint.get().leavesExistenceOpen()) {
            return nothing(answer, " that speaks of access or of the address, not of absence");
        }
        return wire.saysAbsent(answer.status(), complaint.get())
                ? new Gone(answer.status())
                : nothing(answer, " with a code that does not say absence");
    }

    private static Optional<Complaint> own(Http.Answer answer, Wire wire) {
        return object(answer).flatMap(wire::complaint);
    }

    private static Optional<JsonObject> object(Http.Answer answer) {
        try {
            JsonValue value = JsonText.parse(answer.body(), JsonLimits.ofBytes(Integer.MAX_VALUE));
            return value instanceof JsonObject object ? Optional.of(object) : Optional.empty();
        } catch (JsonSyntax notJson) {
            return Optional.empty();
        }
    }

    private static Nothing nothing(Http.Answer answer, String more) {
        return new Nothing(
                "HTTP %d%s".formatted(answer.status(), more), RetryAfter.of(answer.headers()));
    }
}
