package dev.belay.app.cli.conformance;

import dev.belay.core.audit.AuditLog;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.Budget;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Proof;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.Target;
import dev.belay.deletion.Transition;
import dev.belay.deletion.custody.Gate;
import dev.belay.deletion.journal.DeletionJournal;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The operations of the deletion journal, each on the directory that its command names.
///
/// A directory stays open from one command to the next, as in a long-running program, so that what
/// is remembered of its files is compared too.
final class DeletionCalls implements AutoCloseable {
    static final List<String> OPERATIONS =
            List.of(
                    "deletion.prepare",
                    "deletion.markAccepted",
                    "deletion.markBlocked",
                    "deletion.snapshot",
                    "deletion.get",
                    "deletion.hasPendingForBot",
                    "deletion.retire",
                    "deletion.codes");

    /// No comparison needs more at the same time; the rest is closed.
    private static final int PLACES_MAX = 64;

    private static final String LABEL = "deletion";
    private static final String KIND = "sandbox";

    private final World world;
    private final Map<Path, Place> places = new HashMap<>();

    DeletionCalls(World world) {
        this.world = world;
    }

    /// An open directory.
    private record Place(Directory directory, DeletionJournal journal) {
        void close() {
            journal.close();
            directory.close();
        }
    }

    JsonValue call(String operation, Path directory, JsonObject arguments) throws IOException {
        return switch (operation) {
            case "deletion.prepare" -> {
                Target target = target(arguments);
                yield kept(at(directory), journal -> journal.prepare(target, Budget.UNLIMITED));
            }
            case "deletion.markAccepted" -> {
                Receipt receipt = receipt(arguments);
                yield kept(at(directory), journal -> journal.accept(receipt.target(), receipt));
            }
            case "deletion.markBlocked" -> block(arguments, directory);
            case "deletion.snapshot" -> snapshot(at(directory));
            case "deletion.get" -> get(boxId(arguments), directory);
            case "deletion.hasPendingForBot" -> {
                String bot = arguments.string("botId").orElse("");
                if (!Target.isOwner(bot)) {
                    throw new WrongArgument("botId is not the id of a bot");
                }
                yield JsonBoolean.of(at(directory).hasPendingFor(bot));
            }
            case "deletion.retire" -> retire(boxId(arguments), directory);
            case "deletion.codes" ->
                    JsonObject.builder()
                            .put("BOAT_DELETING", Gate.Deleting.CODE)
                            .put("BOAT_DELETION_FINISHED", Gate.Finished.CODE)
                            .build();
            default -> throw new WrongArgument("unknown operation");
        };
    }

    @Override
    public void close() {
        places.values().forEach(Place::close);
        places.clear();
    }

    private interface Change {
        Transition.Kept on(DeletionJournal journal) throws IOException;
    }

    private static JsonValue kept(DeletionJournal journal, Change change) throws IOException {
        return json(journal, change.on(journal).record());
    }

    private JsonValue block(JsonObject arguments, Path directory) throws IOException {
        BoxId id = boxId(arguments);
        if (!arguments.has("operation")) {
            return kept(at(directory), journal -> journal.block(id));
        }
        Receipt receipt = receipt(arguments);
        if (receipt.status() != OperationStatus.BLOCKED) {
            throw new WrongArgument("the operation is not blocked");
        }
        return kept(at(directory), journal -> journal.block(id, receipt));
    }

    private static JsonValue snapshot(DeletionJournal journal) throws IOException {
        List<JsonValue> records = new ArrayList<>();
        for (DeletionRecord record : journal.snapshot()) {
            records.add(json(journal, record));
        }
        return new JsonArray(records);
    }

    private JsonValue get(BoxId id, Path directory) throws IOException {
        Optional<DeletionRecord> record = at(directory).find(id);
        return record.isPresent() ? json(at(directory), record.get()) : JsonNull.NULL;
    }

    /// Whoever compares attests that the computer is gone.
    private JsonValue retire(BoxId id, Path directory) throws IOException {
        Proof proof = new Proof.Attested(id, "attested by a comparison", world.clock().now());
        at(directory).retire(id, proof, "");
        return JsonNull.NULL;
    }

    /// The journal of a directory, which is made where there is none.
    private DeletionJournal at(Path path) throws IOException {
        Optional<Directory> found = PrivateDirectory.open(world, path, LABEL);
        Directory directory =
                found.isPresent() ? found.get() : PrivateDirectory.create(world, path, LABEL);
        Place known = places.get(path);
        if (known != null && known.directory.status().isSameFile(directory.status())) {
            directory.close();
            return known.journal;
        }
        if (known != null || places.size() == PLACES_MAX) {
            close(); // Another directory has the path now, or there are too many.
        }
        AuditLog audit = new AuditLog(world, directory, ".audit");
        Place place = new Place(directory, new DeletionJournal(world, path, audit, _ -> {}));
        places.put(path, place);
        return place.journal;
    }

    /// A record as the journal holds it, with the fields of others.
    private static JsonObject json(DeletionJournal journal, DeletionRecord record)
            throws IOException {
        JsonObject.Builder fields = JsonObject.builder();
        fields.put("boxId", record.id().value()).put("name", record.target().name());
        fields.put(
                "ownerBotId",
                record.target().owner().<JsonValue>map(JsonString::new).orElse(JsonNull.NULL));
        fields.put("phase", record.phase().word());
        fields.put("requestedAt", record.requestedAt().toEpochMilli());
        fields.put("updatedAt", record.updatedAt().toEpochMilli());
        record.operation().ifPresent(operation -> fields.put("operationId", operation.value()));
        switch (record.phase()) {
            case DeletionRecord.Prepared _ -> {}
            case DeletionRecord.Accepted(OperationId _, OperationStatus status) ->
                    fields.put("status", status.word());
            case DeletionRecord.Blocked _ -> fields.put("status", OperationStatus.BLOCKED.word());
        }
        journal.foreignFields(record.id()).forEach(fields::put);
        return fields.build();
    }

    private static BoxId boxId(JsonObject arguments) throws WrongArgument {
        String value = arguments.string("boxId").orElse("");
        if (!BoxId.isValid(value)) {
            throw new WrongArgument("boxId is not the id of a computer");
        }
        return new BoxId(value);
    }

    private static Target target(JsonObject arguments) throws WrongArgument {
        if (!(arguments.member("identity").orElse(JsonNull.NULL) instanceof JsonObject identity)) {
            throw new WrongArgument("identity is not an object");
        }
        BoxId id = boxId(identity);
        String name = identity.string("name").orElse("");
        if (!Target.isName(name)) {
            throw new WrongArgument("name is not the name of a computer");
        }
        JsonValue owner = identity.member("ownerBotId").orElse(JsonBoolean.FALSE);
        return switch (owner) {
            case JsonNull _ -> new Target(id, name, null);
            case JsonString(String value) when Target.isOwner(value) -> new Target(id, name, value);
            case JsonObject _, JsonArray _, JsonString _, JsonBoolean _ ->
                    throw new WrongArgument("ownerBotId is neither null nor the id of a bot");
            case JsonNumber _ -> throw new WrongArgument("ownerBotId is a number");
        };
    }

    private static Receipt receipt(JsonObject arguments) throws WrongArgument {
        BoxId id = boxId(arguments);
        if (!(arguments.member("operation").orElse(JsonNull.NULL) instanceof JsonObject receipt)) {
            throw new WrongArgument("operation is not an object");
        }
        String operation = receipt.string("id").orElse("");
        var status = OperationStatus.of(receipt.string("status").orElse(""));
        if (!OperationId.isValid(operation)
                || !receipt.string("kind").orElse("").equals(KIND)
                || !receipt.string("targetId").orElse("").equals(id.value())
                || status.isEmpty()) {
            throw new WrongArgument("operation is not one of this computer");
        }
        return new Receipt(new OperationId(operation), id, status.get());
    }
}
