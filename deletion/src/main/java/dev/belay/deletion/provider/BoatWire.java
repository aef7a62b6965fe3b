package dev.belay.deletion.provider;

import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.Target;
import dev.belay.deletion.provider.wire.Complaint;
import dev.belay.deletion.provider.wire.Wire;
import java.util.Locale;
import java.util.Optional;

/// The envelope, the operation, and the computer as Boat writes them; `docs/protocols/boat-api.md`.
record BoatWire(Generation generation) implements Wire {
    /// A computer in this state is at its end: only its id is still meant, and the next look finds
    /// nothing.
    private static final String CANCELLED = "cancelled";

    @Override
    public Optional<String> contradiction(JsonObject body) {
        Optional<JsonValue> ok = body.member("ok");
        return ok.isPresent() && ok.get() != JsonBoolean.TRUE
                ? Optional.of("ok other than true")
                : Optional.empty();
    }

    /// Only `"ok": false` is this provider's word: gateways in front of it have error objects too.
    @Override
    public Optional<Complaint> complaint(JsonObject body) {
        if (body.member("ok").orElse(JsonBoolean.TRUE) != JsonBoolean.FALSE) {
            return Optional.empty();
        }
        Optional<JsonObject> error = object(body, "error");
        return Optional.of(
                new Complaint(errorText(error, body, "code"), errorText(error, body, "message")));
    }

    /// The codes of an absence are not documented; its form is.
    @Override
    public boolean saysAbsent(int status, Complaint complaint) {
        return true;
    }

    @Override
    public Reading<Receipt> receipt(JsonObject body, BoxId id) {
        Optional<JsonObject> found = object(body, "operation");
        if (found.isEmpty()) {
            return new Reading.Missing<>("no operation in the answer");
        }
        JsonObject operation = found.get();
        Optional<String> operationId = operation.string("id").filter(OperationId::isValid);
        Optional<OperationStatus> status = operation.string("status").flatMap(OperationStatus::of);
        if (operationId.isEmpty()) {
            return new Reading.Missing<>("the operation has no valid id");
        }
        if (!operation.string("kind").equals(Optional.of(generation.kind()))) {
            return new Reading.Missing<>("the operation is of another kind");
        }
        if (!operation.string("targetId").equals(Optional.of(id.value()))) {
            return new Reading.Missing<>("the operation is for another computer");
        }
        if (status.isEmpty()) {
            return new Reading.Missing<>("the operation has no known status");
        }
        return new Reading.Found<>(
                new Receipt(new OperationId(operationId.get()), id, status.get()));
    }

    @Override
    public Reading<String> name(JsonObject body, BoxId id) {
        Optional<JsonObject> found = object(body, generation.kind());
        if (found.isEmpty()) {
            return new Reading.Missing<>("no computer in the answer");
        }
        JsonObject computer = found.get();
        if (!computer.string("id").equals(Optional.of(id.value()))) {
            return new Reading.Missing<>("the answer is about another computer");
        }
        if (computer.string("state").orElse("").toLowerCase(Locale.ROOT).equals(CANCELLED)) {
            return new Reading.Missing<>("the computer is cancelled and about to be gone");
        }
        Optional<String> name = computer.string("name").filter(Target::isName);
        return name.isPresent()
                ? new Reading.Found<>(name.get())
                : new Reading.Missing<>("the computer has no valid name");
    }

    private static String errorText(Optional<JsonObject> error, JsonObject body, String key) {
        return error.flatMap(inner -> inner.string(key)).or(() -> body.string(key)).orElse("");
    }

    private static Optional<JsonObject> object(JsonObject body, String key) {
        return body.member(key).filter(JsonObject.class::isInstance).map(JsonObject.class::cast);
    }
}
