package dev.belay.app.cli.conformance;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.UUID;

/// Answers commands, one after the other, as `docs/protocols/conformance.md` says.
final class Driver implements AutoCloseable {
    static final JsonLimits LIMITS = JsonLimits.ofBytes(16 << 20);
    private static final long PAUSED = 503;
    private static final List<String> ORACLE =
            List.of("oracle.ping", "oracle.ops", "oracle.clock", "oracle.uuids");

    private final World real;
    private final ScriptedWorld scripted;
    private final DeletionCalls deletions;
    private final JournalCalls journals;
    private final OwnershipCalls owners;
    private final IdentityCalls identities;
    private final StagingCalls stagings;

    /// @param environment in which a lease tool would find its claims
    Driver(World real, Map<String, String> environment) {
        this.real = real;
        this.scripted = new ScriptedWorld(real);
        this.deletions = new DeletionCalls(scripted.world());
        this.journals = new JournalCalls(scripted.world());
        this.owners = new OwnershipCalls(scripted);
        this.identities = new IdentityCalls(scripted);
        this.stagings = new StagingCalls(scripted.world(), environment);
    }

    /// The answer to one line.
    JsonObject answer(byte[] line) {
        Duration began = real.clock().elapsed();
        JsonObject command = JsonObject.of(Map.of());
        JsonObject.Builder answer = JsonObject.builder();
        try {
            if (!(JsonText.parse(line, LIMITS) instanceof JsonObject object)) {
                throw new WrongArgument("a command is an object");
            }
            command = object;
            JsonValue result = call(command);
            answer.put("ok", true).put("result", result);
        } catch (IOException failure) {
            answer.put("ok", false)
                    .put("error", message(failure))
                    .put("status", isOf("deletion.", command) ? status(failure) : JsonNull.NULL)
                    .put("exitCode", isOf("journal.", command) ? exitCode(failure) : JsonNull.NULL);
        }
        command.member("id").ifPresent(id -> answer.put("id", id));
        if (command.member("time").orElse(JsonNull.NULL) == JsonBoolean.TRUE) {
            answer.put("ms", milliseconds(real.clock().elapsed().minus(began)));
        }
        return answer.build();
    }

    @Override
    public void close() {
        deletions.close();
        journals.close();
        owners.close();
        stagings.close();
    }

    private JsonValue call(JsonObject command) throws IOException {
        String operation = command.string("op").orElse("");
        JsonObject arguments =
                command.member("args").orElse(JsonNull.NULL) instanceof JsonObject object
                        ? object
                        : JsonObject.of(Map.of());
        return switch (operation) {
            case "oracle.ping" ->
                    JsonObject.builder()
                            .put("pid", real.processes().ownPid())
                            .put("belay", true)
                            .build();
            case "oracle.ops" -> operations();
            case "oracle.clock" -> {
                scripted.freeze(instant(arguments.member("now").orElse(JsonNull.NULL)));
                yield JsonNull.NULL;
            }
            case "oracle.uuids" -> {
                scripted.foretell(uuids(arguments.member("uuids").orElse(JsonNull.NULL)));
                yield JsonNull.NULL;
            }
            default -> {
                if (identities.has(operation)) {
                    yield identities.call(operation, arguments);
                }
                Path directory = directory(command);
                if (owners.has(operation)) {
                    yield owners.call(operation, directory, arguments);
                }
                if (stagings.has(operation)) {
                    yield stagings.call(operation, directory, arguments);
                }
                yield journals.has(operation)
                        ? journals.call(operation, directory, arguments)
                        : deletions.call(operation, directory, arguments);
            }
        };
    }

    private JsonArray operations() {
        List<JsonValue> names = new ArrayList<>();
        ORACLE.forEach(name -> names.add(new JsonString(name)));
        DeletionCalls.OPERATIONS.forEach(name -> names.add(new JsonString(name)));
        journals.operations().forEach(name -> names.add(new JsonString(name)));
        owners.operations().forEach(name -> names.add(new JsonString(name)));
        identities.operations().forEach(name -> names.add(new JsonString(name)));
        stagings.operations().forEach(name -> names.add(new JsonString(name)));
        return new JsonArray(names);
    }

    private static Path directory(JsonObject command) throws WrongArgument {
        return Path.of(
                command.string("dir").orElseThrow(() -> new WrongArgument("dir is not a path")));
    }

    /// A time as a number or a text; empty for null.
    static Optional<Instant> instant(JsonValue now) throws WrongArgument {
        try {
            return switch (now) {
                case JsonNumber number ->
                        Optional.of(Instant.ofEpochMilli(number.safeInteger().orElseThrow()));
                case JsonString(String text) -> Optional.of(Instant.parse(text));
                case JsonNull _ -> Optional.empty();
                case JsonObject _, JsonArray _, JsonBoolean _ ->
                        throw new WrongArgument("now is not a time");
            };
        } catch (DateTimeException | NoSuchElementException e) {
            throw new WrongArgument("now is not a time");
        }
    }

    private static List<UUID> uuids(JsonValue value) throws WrongArgument {
        List<UUID> uuids = new ArrayList<>();
        if (value instanceof JsonArray(List<JsonValue> elements)) {
            for (JsonValue element : elements) {
                if (!(element instanceof JsonString(String text)) || text.length() != 36) {
                    throw new WrongArgument("uuids holds something else");
                }
                uuids.add(UUID.fromString(text));
            }
        }
        return uuids;
    }

    private static boolean isOf(String subsystem, JsonObject command) {
        return command.string("op").filter(name -> name.startsWith(subsystem)).isPresent();
    }

    /// What the connector would exit with.
    private static JsonNumber exitCode(IOException failure) {
        ExitCode code =
                failure instanceof Refusal refusal ? refusal.code().exit() : ExitCode.FAILED;
        return JsonNumber.of(code.number());
    }

    /// 503 where the Node program says that deletion is paused, null for a wrong argument.
    private static JsonValue status(IOException failure) {
        boolean isWrong =
                failure instanceof WrongArgument
                        || failure instanceof JsonSyntax
                        || (failure instanceof Refusal refusal
                                && refusal.code() == ErrorCode.DELETION_MISMATCHED);
        return isWrong ? JsonNull.NULL : JsonNumber.of(PAUSED);
    }

    private static String message(IOException failure) {
        String text = String.valueOf(failure.getMessage());
        return failure instanceof Refusal refusal ? refusal.code().id() + " " + text : text;
    }

    private static JsonNumber milliseconds(Duration time) {
        return new JsonNumber(String.format(Locale.ROOT, "%.3f", time.toNanos() / 1e6));
    }
}
