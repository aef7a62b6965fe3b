package dev.belay.simulators;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.simulators.fault.Reply;
import java.util.List;

/// How a form of Boat writes what it says.
record Envelope(BoatForm form) {
    Reply computer(int status, String verb, Computer computer) {
        return Reply.json(
                status, success(form.noun() + "." + verb).put(form.noun(), json(computer)).build());
    }

    Reply computers(List<Computer> page, String next) {
        List<JsonValue> elements = page.stream().<JsonValue>map(this::json).toList();
        JsonObject.Builder info = JsonObject.builder();
        if (next.isEmpty()) {
            info.put("nextCursor", JsonNull.NULL);
        } else {
            info.put("nextCursor", next);
        }
        return Reply.json(
                200,
                success(form.noun() + ".list")
                        .put(form.collection(), new JsonArray(elements))
                        .put("pageInfo", info.put("hasMore", !next.isEmpty()).build())
                        .build());
    }

    Reply operation(int status, JsonObject operation) {
        return Reply.json(
                status, success("deletion.operation").put("operation", operation).build());
    }

    JsonObject json(Operation operation) {
        return JsonObject.builder()
                .put("id", operation.id())
                .put("kind", form.noun())
                .put("targetId", operation.target())
                .put("status", operation.status())
                .put("reason", "explicit")
                .put("requestedAt", operation.requestedAt().toString())
                .put("attemptCount", 1)
                .build();
    }

    Reply error(int status, String code, String message) {
        JsonObject inner =
                JsonObject.builder()
                        .put("code", code)
                        .put("message", message)
                        .put("status", status)
                        .build();
        return Reply.json(
                status,
                JsonObject.builder()
                        .put("ok", false)
                        .put("type", form.noun() + ".error")
                        .put("status", status)
                        .put("code", code)
                        .put("message", message)
                        .put("error", inner)
                        .put("requestId", "req_simulated")
                        .build());
    }

    private JsonObject.Builder success(String type) {
        return JsonObject.builder().put("ok", true).put("type", type);
    }

    private JsonObject json(Computer computer) {
        return JsonObject.builder()
                .put("id", computer.id())
                .put("name", computer.name())
                .put("state", computer.state())
                .build();
    }
}
