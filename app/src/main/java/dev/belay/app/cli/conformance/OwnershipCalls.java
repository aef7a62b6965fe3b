package dev.belay.app.cli.conformance;

import dev.belay.connector.ownership.BindingStop;
import dev.belay.connector.ownership.OwnerState;
import dev.belay.connector.ownership.Ownership;
import dev.belay.connector.ownership.ProcessingStops;
import dev.belay.connector.ownership.Recovery;
import dev.belay.connector.ownership.RunLock;
import dev.belay.connector.ownership.RunOwner;
import dev.belay.connector.ownership.StopLine;
import dev.belay.connector.ownership.StopText;
import dev.belay.connector.ownership.Stopping;
import dev.belay.core.identity.ProcessIdentity;
import dev.belay.core.identity.Verdict;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The operations of a binding's owner and brake, each on the directory that its command names.
final class OwnershipCalls implements AutoCloseable {
    private static final Duration WAIT = Duration.ofMillis(100);

    private final ScriptedWorld scripted;
    private final World world;
    private final Map<String, Call> calls = new TreeMap<>();

    /// What this process owns, with the directory that stays open for it.
    private final Map<Path, Owned> owned = new HashMap<>();

    OwnershipCalls(ScriptedWorld scripted) {
        this.scripted = scripted;
        this.world = scripted.world();
        addStops();
        addLocks();
        addCommands();
    }

    private record Owned(Directory binding, Ownership ownership) {}

    /// One operation.
    private interface Call {
        JsonValue on(Path path, Directory binding, JsonObject arguments) throws IOException;
    }

    List<String> operations() {
        return List.copyOf(calls.keySet());
    }

    boolean has(String operation) {
        return calls.containsKey(operation);
    }

    JsonValue call(String operation, Path path, JsonObject arguments) throws IOException {
        Call call = calls.get(operation);
        if (call == null) {
            throw new WrongArgument("unknown operation");
        }
        try (Directory binding = world.disk().open(path, "the binding's directory")) {
            return scripted.pretending(
                    arguments,
                    subject(operation, binding),
                    () -> call.on(path, binding, arguments));
        }
    }

    /// Whom a command is about: whoever owns the binding, or this process that wants to.
    private long subject(String operation, Directory binding) throws IOException {
        return !operation.equals("journal.writePid")
                        && lock(binding).inspect()
                                instanceof OwnerState.Owned(RunOwner owner, var _)
                ? owner.process().pid()
                : world.processes().ownPid();
    }

    @Override
    public void close() {
        for (Owned each : owned.values()) {
            each.ownership().release();
            each.binding().close();
        }
        owned.clear();
    }

    private void addStops() {
        calls.put("journal.stopPath", (path, _, _) -> new JsonString(path + "/STOP"));
        calls.put(
                "journal.stopRequested",
                (_, binding, _) -> JsonBoolean.of(new BindingStop(world, binding).isSet()));
        calls.put(
                "journal.requestStop",
                (path, binding, arguments) -> {
                    new BindingStop(world, binding).add(arguments.string("reason").orElse("stop"));
                    return new JsonString(path + "/STOP");
                });
        calls.put("journal.readStop", (_, binding, _) -> lines(new BindingStop(world, binding)));
        calls.put(
                "journal.clearStop",
                (_, binding, _) -> {
                    BindingStop stop = new BindingStop(world, binding);
                    Optional<StopText> text = stop.read();
                    if (text.isPresent()) {
                        stop.clear(text.get());
                    }
                    return JsonNull.NULL;
                });
        calls.put(
                "journal.requestProcessingStop",
                (path, binding, arguments) -> {
                    new ProcessingStops(world, binding).hold(generation(arguments));
                    return new JsonString(path + "/STOP");
                });
        calls.put(
                "journal.clearProcessingStop",
                (_, binding, arguments) ->
                        JsonBoolean.of(
                                new ProcessingStops(world, binding).unhold(generation(arguments))));
    }

    private void addLocks() {
        calls.put("journal.lockPath", (path, _, _) -> new JsonString(path + "/run.lock"));
        calls.put(
                "journal.ownerPath", (path, _, _) -> new JsonString(path + "/run.lock/owner.json"));
        calls.put("journal.readPid", (_, binding, _) -> record(lock(binding).inspect()));
        calls.put(
                "journal.writePid",
                (path, _, arguments) -> {
                    long own = world.processes().ownPid();
                    if (arguments.safeInteger("pid").orElse(own) != own) {
                        throw new WrongArgument("a process claims a binding for itself alone");
                    }
                    claim(path);
                    return JsonNull.NULL;
                });
        calls.put(
                "journal.clearPid",
                (path, _, _) -> {
                    Owned mine = owned.remove(path);
                    if (mine != null) {
                        mine.ownership().release();
                        mine.binding().close();
                    }
                    return JsonNull.NULL;
                });
    }

    private void addCommands() {
        calls.put("journal.unlock", this::unlock);
        calls.put(
                "journal.recover",
                (_, binding, arguments) ->
                        new JsonString(
                                switch (new Recovery(world, binding, WAIT)
                                        .recover(before(arguments))) {
                                    case CLEAN -> "clean";
                                    case CLEARED -> "cleared";
                                }));
        calls.put(
                "journal.stopTarget",
                (_, binding, _) ->
                        new Stopping(world, binding)
                                .target()
                                .<JsonValue>map(owner -> JsonNumber.of(owner.pid()))
                                .orElse(JsonNull.NULL));
    }

    /// What is owned stays so until it is cleared, or the protocol ends.
    private void claim(Path path) throws IOException {
        Directory binding = world.disk().open(path, "the binding's directory");
        boolean isOwner = false;
        try {
            owned.put(path, new Owned(binding, lock(binding).claim()));
            isOwner = true;
        } finally {
            if (!isOwner) {
                binding.close();
            }
        }
    }

    private JsonValue unlock(Path path, Directory binding, JsonObject arguments)
            throws IOException {
        String reason = arguments.string("reason").orElse("unlock");
        return switch (new Recovery(world, binding, WAIT).unlock(reason, before(arguments))) {
            case Recovery.Unlocked.Nothing _ -> JsonBoolean.FALSE;
            case Recovery.Unlocked.Removed(OwnerState state) -> record(state);
        };
    }

    /// The commands that come between the decision and the removal.
    private Recovery.BeforeRemoval before(JsonObject arguments) {
        return _ -> {
            JsonValue given = arguments.member("beforeRemove").orElse(JsonNull.NULL);
            if (given instanceof JsonArray(List<JsonValue> commands)) {
                for (JsonValue command : commands) {
                    run(command);
                }
            } else if (given instanceof JsonObject) {
                run(given);
            }
        };
    }

    private void run(JsonValue command) throws IOException {
        if (!(command instanceof JsonObject object)) {
            throw new WrongArgument("beforeRemove holds something else");
        }
        JsonValue arguments = object.member("args").orElse(JsonNull.NULL);
        call(
                object.string("op").orElse(""),
                Path.of(object.string("dir").orElse("")),
                arguments instanceof JsonObject given ? given : JsonObject.of(Map.of()));
    }

    private RunLock lock(Directory binding) {
        return new RunLock(world, binding, WAIT);
    }

    private static String generation(JsonObject arguments) {
        return arguments.string("generation").orElse("");
    }

    /// As the Node program speaks of a record.
    private static JsonValue record(OwnerState state) {
        return switch (state) {
            case OwnerState.Free _, OwnerState.Absent _ -> JsonNull.NULL;
            case OwnerState.Invalid _ -> JsonObject.builder().put("invalid", true).build();
            case OwnerState.Owned(RunOwner owner, Verdict _) -> record(owner.process());
        };
    }

    private static JsonObject record(ProcessIdentity process) {
        return JsonObject.builder()
                .put("pid", process.pid())
                .put("start", known(process.start()))
                .put("boot", known(process.boot()))
                .build();
    }

    private static JsonValue known(String text) {
        return text.isEmpty() ? JsonNull.NULL : new JsonString(text);
    }

    private static JsonArray lines(BindingStop stop) throws IOException {
        return new JsonArray(
                stop.read().map(StopText::lines).orElse(List.of()).stream()
                        .<JsonValue>map(OwnershipCalls::line)
                        .toList());
    }

    private static JsonObject line(StopLine line) {
        return line.json().orElse(JsonObject.builder().put("reason", JsonNull.NULL).build());
    }
}
