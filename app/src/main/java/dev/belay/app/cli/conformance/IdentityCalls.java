package dev.belay.app.cli.conformance;

import dev.belay.connector.line.OutboxStatus;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.identity.Identities;
import dev.belay.core.identity.ProcessIdentity;
import dev.belay.core.identity.Verdict;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.system.Processes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The operations about processes, and what a record says of one. They need no directory.
final class IdentityCalls {
    private final ScriptedWorld scripted;
    private final Processes processes;
    private final Map<String, Call> calls = new TreeMap<>();

    IdentityCalls(ScriptedWorld scripted) {
        this.scripted = scripted;
        this.processes = scripted.world().processes();
        addFacts();
        addVerdicts();
    }

    /// One operation.
    private interface Call {
        JsonValue on(JsonObject arguments) throws IOException;
    }

    List<String> operations() {
        return List.copyOf(calls.keySet());
    }

    boolean has(String operation) {
        return calls.containsKey(operation);
    }

    JsonValue call(String operation, JsonObject arguments) throws IOException {
        Call call = calls.get(operation);
        if (call == null) {
            throw new WrongArgument("unknown operation");
        }
        return scripted.pretending(arguments, pid(record(arguments)), () -> call.on(arguments));
    }

    private void addFacts() {
        calls.put("journal.constants", _ -> constants());
        calls.put(
                "journal.validStart", arguments -> isValid(arguments, ProcessIdentity::isDecimal));
        calls.put("journal.validBoot", arguments -> isValid(arguments, ProcessIdentity::isBoot));
        calls.put("journal.processStart", arguments -> start(pid(arguments)));
        calls.put("journal.bootId", _ -> boot());
        calls.put(
                "journal.identityOf",
                arguments ->
                        JsonObject.builder()
                                .put("start", start(pid(arguments)))
                                .put("boot", boot())
                                .build());
        calls.put(
                "journal.pidAlive",
                arguments ->
                        JsonBoolean.of(
                                processes.presence(pid(arguments)) == Processes.Presence.PRESENT));
    }

    private void addVerdicts() {
        calls.put("journal.ownerState", arguments -> new JsonString(state(arguments)));
        calls.put(
                "journal.ownerAlive", arguments -> JsonBoolean.of(state(arguments).equals("live")));
    }

    private static JsonObject constants() {
        List<JsonValue> statuses =
                Stream.of(OutboxStatus.values())
                        .filter(status -> status != OutboxStatus.OTHER)
                        .<JsonValue>map(status -> new JsonString(status.word()))
                        .toList();
        return JsonObject.builder()
                .put("OUTBOX_STATUS", new JsonArray(statuses))
                .put("BRAKE_EXIT", ErrorCode.BRAKED.exit().number())
                .put("RECOVER_REASON", "recover")
                .build();
    }

    private static JsonBoolean isValid(JsonObject arguments, Predicate<String> form) {
        return JsonBoolean.of(arguments.string("value").filter(form).isPresent());
    }

    private JsonValue start(long pid) {
        return processes
                .stat(pid)
                .map(Processes.Stat::start)
                .filter(ProcessIdentity::isDecimal)
                .<JsonValue>map(JsonString::new)
                .orElse(JsonNull.NULL);
    }

    private JsonValue boot() {
        return processes
                .bootId()
                .filter(ProcessIdentity::isBoot)
                .<JsonValue>map(JsonString::new)
                .orElse(JsonNull.NULL);
    }

    private String state(JsonObject arguments) throws WrongArgument {
        if (arguments.member("rec").orElse(JsonNull.NULL) instanceof JsonNull) {
            return "absent";
        }
        JsonObject record = record(arguments);
        if (record.member("invalid").filter(JsonBoolean.TRUE::equals).isPresent()) {
            return "invalid";
        }
        long pid = pid(record);
        if (!ProcessIdentity.isPid(pid)) {
            throw new WrongArgument("rec names no process");
        }
        ProcessIdentity owner =
                new ProcessIdentity(
                        pid,
                        part(record, "start", ProcessIdentity::isDecimal),
                        part(record, "boot", ProcessIdentity::isBoot),
                        "");
        return switch (new Identities(processes).judge(owner)) {
            case Verdict.Live _ -> "live";
            case Verdict.Dead _ -> "dead";
            case Verdict.Reused _ -> "mismatch";
            case Verdict.Unknown _ -> "unknown";
        };
    }

    private static String part(JsonObject record, String name, Predicate<String> form) {
        return record.string(name).filter(form).orElse("");
    }

    private static JsonObject record(JsonObject arguments) {
        return arguments.member("rec").orElse(JsonNull.NULL) instanceof JsonObject record
                ? record
                : JsonObject.of(Map.of());
    }

    private static long pid(JsonObject object) {
        return object.safeInteger("pid").orElse(0);
    }
}
