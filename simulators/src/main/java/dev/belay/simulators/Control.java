package dev.belay.simulators;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.simulators.fault.Fault;
import dev.belay.simulators.fault.Faults;
import dev.belay.simulators.fault.Reply;
import dev.belay.simulators.wire.Request;
import dev.belay.system.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What other processes may ask of a [FakeBoat] and tell it, below `/__control`.
final class Control {
    static final String PATH = "/__control";

    private final BoatState state;
    private final Ledger ledger;
    private final Faults faults;
    private final Clock clock;

    Control(BoatState state, Ledger ledger, Faults faults, Clock clock) {
        this.state = state;
        this.ledger = ledger;
        this.faults = faults;
        this.clock = clock;
    }

    Reply answer(Request asked) {
        try {
            return switch (asked.method() + " " + asked.path().substring(PATH.length())) {
                case "GET ", "GET /" -> Reply.json(200, report());
                case "POST /faults" -> {
                    faults.add(words(asked, "faults").stream().map(Fault::parse).toList());
                    yield done();
                }
                case "DELETE /faults" -> {
                    faults.clear();
                    yield done();
                }
                case "DELETE /counters" -> {
                    ledger.clear();
                    yield done();
                }
                case "POST /progress" -> {
                    state.progress(words(asked, "progress"));
                    yield done();
                }
                case "POST /computers" -> {
                    words(asked, "names")
                            .forEach(name -> state.add(name, FakeBoat.ACCOUNT, clock.now()));
                    yield Reply.json(200, report());
                }
                default -> refuse(404, "no such control; GET /__control tells the state");
            };
        } catch (JsonSyntax | IllegalArgumentException wrong) {
            return refuse(400, String.valueOf(wrong.getMessage()));
        }
    }

    private JsonObject report() {
        JsonObject.Builder requests = JsonObject.builder();
        ledger.requests().forEach((request, count) -> requests.put(request, count));
        return JsonObject.builder()
                .put("requests", requests.build())
                .put("deletes", array(ledger.deletes().stream().map(Control::json).toList()))
                .put("computers", array(state.computers().stream().map(Control::json).toList()))
                .put("operations", array(state.operations().stream().map(Control::json).toList()))
                .put("faults", array(faults.remaining().stream().map(JsonString::new).toList()))
                .build();
    }

    private static JsonObject json(DeleteSeen seen) {
        return JsonObject.builder()
                .put("at", seen.at().toString())
                .put("id", seen.target())
                .put("confirm", seen.confirm())
                .put("outcome", seen.outcome().name().toLowerCase(Locale.ROOT))
                .put("operation", seen.operation())
                .build();
    }

    private static JsonObject json(Computer computer) {
        return JsonObject.builder()
                .put("id", computer.id())
                .put("name", computer.name())
                .put("account", computer.account())
                .put("state", computer.state())
                .build();
    }

    private static JsonObject json(Operation operation) {
        return JsonObject.builder()
                .put("id", operation.id())
                .put("targetId", operation.target())
                .put("status", operation.status())
                .build();
    }

    /// The non-empty array of strings that a body holds as `key`.
    private static List<String> words(Request asked, String key) throws JsonSyntax {
        if (!(JsonText.parse(asked.body(), JsonLimits.ofBytes(1_048_576))
                        instanceof JsonObject body)
                || !(body.member(key).orElse(body) instanceof JsonArray(List<JsonValue> elements))
                || elements.isEmpty()) {
            throw new IllegalArgumentException("{\"" + key + "\": [\"…\"]} is expected");
        }
        List<String> words = new ArrayList<>();
        for (JsonValue element : elements) {
            if (!(element instanceof JsonString(String word))) {
                throw new IllegalArgumentException(key + " holds strings only");
            }
            words.add(word);
        }
        return words;
    }

    private static JsonArray array(List<? extends JsonValue> elements) {
        return new JsonArray(List.copyOf(elements));
    }

    private static Reply done() {
        return Reply.json(200, JsonObject.builder().put("done", true).build());
    }

    private static Reply refuse(int status, String why) {
        return Reply.json(status, JsonObject.builder().put("done", false).put("why", why).build());
    }
}
