package dev.belay.deletion.journal;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.DeletionRecord.Accepted;
import dev.belay.deletion.DeletionRecord.Blocked;
import dev.belay.deletion.DeletionRecord.Phase;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The fields of one record, checked one by one, so that each complaint names its field.
final class RecordFields {
    private static final String BOX_ID = "boxId";
    private static final String NAME = "name";
    private static final String OWNER = "ownerBotId";
    private static final String PHASE = "phase";
    private static final String OPERATION = "operationId";
    private static final String STATUS = "status";
    private static final String REQUESTED = "requestedAt";
    private static final String UPDATED = "updatedAt";
    private static final String PAST = "pastOperationIds";

    private static final Set<String> KNOWN =
            Set.of(BOX_ID, NAME, OWNER, PHASE, OPERATION, STATUS, REQUESTED, UPDATED, PAST);

    private RecordFields() {}

    static DeletionRecord record(JsonObject fields) throws InvalidJournal {
        Target target = new Target(boxId(fields), name(fields), owner(fields));
        Phase phase = phase(fields);
        Instant requested = time(fields, REQUESTED);
        Instant updated = time(fields, UPDATED);
        if (updated.isBefore(requested)) {
            throw InvalidJournal.field(UPDATED, "is before `requestedAt`");
        }
        return new DeletionRecord(target, phase, requested, updated, past(fields));
    }

    /// What is sound of a damaged record, as a fence that a follower can go on from.
    ///
    /// What an operation's status was is asked again; a record without a sound operation is
    /// prepared, which claims nothing. Its computer, name, and owner must be sound.
    ///
    /// @param now for a time that is not
    static DeletionRecord salvage(JsonObject fields, Instant now) throws InvalidJournal {
        Target target = new Target(boxId(fields), name(fields), owner(fields));
        Instant requested = isTime(fields, REQUESTED) ? time(fields, REQUESTED) : now;
        Instant updated = isTime(fields, UPDATED) ? time(fields, UPDATED) : requested;
        List<OperationId> past = List.of();
        try {
            past = past(fields);
        } catch (InvalidJournal _) {
            // Only a help against late receipts, which the line log keeps too.
        }
        return new DeletionRecord(
                target,
                fields.string(OPERATION)
                        .filter(OperationId::isValid)
                        .<Phase>map(id -> salvaged(fields, new OperationId(id)))
                        .orElse(new Prepared()),
                requested,
                updated.isBefore(requested) ? requested : updated,
                past);
    }

    private static Phase salvaged(JsonObject fields, OperationId operation) {
        return fields.string(PHASE).filter("blocked"::equals).isPresent()
                ? new Blocked(operation)
                : new Accepted(operation, OperationStatus.PENDING);
    }

    private static boolean isTime(JsonObject fields, String name) {
        return fields.safeInteger(name).orElse(0) > 0;
    }

    /// The fields that we do not know.
    static Map<String, JsonValue> foreign(JsonObject fields) {
        if (KNOWN.containsAll(fields.members().keySet())) {
            return Map.of();
        }
        Map<String, JsonValue> foreign = new LinkedHashMap<>(fields.members());
        foreign.keySet().removeAll(KNOWN);
        return foreign;
    }

    /// In the order in which the seed of this format has them once it wrote them.
    static JsonObject object(DeletionRecord record, Map<String, JsonValue> foreign) {
        JsonObject.Builder fields =
                JsonObject.builder()
                        .put(BOX_ID, record.id().value())
                        .put(NAME, record.target().name())
                        .put(
                                OWNER,
                                record.target()
                                        .owner()
                                        .<JsonValue>map(JsonString::new)
                                        .orElse(JsonNull.NULL))
                        .put(PHASE, record.phase().word())
                        .put(REQUESTED, record.requestedAt().toEpochMilli())
                        .put(UPDATED, record.updatedAt().toEpochMilli());
        record.operation().ifPresent(operation -> fields.put(OPERATION, operation.value()));
        status(record.phase()).ifPresent(status -> fields.put(STATUS, status.word()));
        foreign.forEach(fields::put);
        if (!record.pastOperations().isEmpty()) {
            fields.put(
                    PAST,
                    new JsonArray(
                            record.pastOperations().stream()
                                    .<JsonValue>map(id -> new JsonString(id.value()))
                                    .toList()));
        }
        return fields.build();
    }

    /// The id of a record whose other fields may be anything.
    static Optional<String> readableId(JsonObject fields) {
        return fields.string(BOX_ID).filter(BoxId::isValid);
    }

    private static Optional<OperationStatus> status(Phase phase) {
        return switch (phase) {
            case Prepared _ -> Optional.empty();
            case Accepted(OperationId _, OperationStatus status) -> Optional.of(status);
            case Blocked _ -> Optional.of(OperationStatus.BLOCKED);
        };
    }

    private static BoxId boxId(JsonObject fields) throws InvalidJournal {
        return new BoxId(
                fields.string(BOX_ID)
                        .filter(BoxId::isValid)
                        .orElseThrow(
                                () -> InvalidJournal.field(BOX_ID, "is not the id of a computer")));
    }

    private static String name(JsonObject fields) throws InvalidJournal {
        return fields.string(NAME)
                .filter(Target::isName)
                .orElseThrow(() -> InvalidJournal.field(NAME, "is not the name of a computer"));
    }

    private static @Nullable String owner(JsonObject fields) throws InvalidJournal {
        if (fields.member(OWNER).filter(JsonNull.NULL::equals).isPresent()) {
            return null;
        }
        return fields.string(OWNER)
                .filter(Target::isOwner)
                .orElseThrow(
                        () -> InvalidJournal.field(OWNER, "is neither null nor the id of a bot"));
    }

    private static Phase phase(JsonObject fields) throws InvalidJournal {
        Optional<OperationId> operation = operation(fields);
        Optional<OperationStatus> status = status(fields);
        String phase = fields.string(PHASE).orElse("");
        return switch (phase) {
            case "prepared" -> {
                require(operation.isEmpty(), OPERATION, "is there, though the phase is prepared");
                require(status.isEmpty(), STATUS, "is there, though the phase is prepared");
                yield new Prepared();
            }
            case "accepted" -> {
                require(operation.isPresent(), OPERATION, "is missing from an accepted deletion");
                require(status.isPresent(), STATUS, "is missing from an accepted deletion");
                require(
                        status.get() != OperationStatus.BLOCKED,
                        STATUS,
                        "is blocked, though the phase is accepted");
                yield new Accepted(operation.get(), status.get());
            }
            case "blocked" -> {
                require(
                        status.filter(OperationStatus.BLOCKED::equals).isPresent(),
                        STATUS,
                        "is not blocked, though the phase is");
                yield new Blocked(operation.orElse(null));
            }
            default -> throw InvalidJournal.field(PHASE, "is none of prepared, accepted, blocked");
        };
    }

    private static Optional<OperationId> operation(JsonObject fields) throws InvalidJournal {
        if (!fields.has(OPERATION)) {
            return Optional.empty();
        }
        return Optional.of(
                fields.string(OPERATION)
                        .filter(OperationId::isValid)
                        .map(OperationId::new)
                        .orElseThrow(() ->
                                InvalidJournal.field(OPERATION, "is not the id of an operation")));
    }

    private static Optional<OperationStatus> status(JsonObject fields) throws InvalidJournal {
        if (!fields.has(STATUS)) {
            return Optional.empty();
        }
        return Optional.of(
                fields.string(STATUS)
                        .flatMap(OperationStatus::of)
                        .orElseThrow(() ->
                                InvalidJournal.field(STATUS, "is not the status of an operation")));
    }

    private static Instant time(JsonObject fields, String name) throws InvalidJournal {
        OptionalLong millis = fields.safeInteger(name);
        require(millis.isPresent() && millis.getAsLong() > 0, name, "is not a time");
        return Instant.ofEpochMilli(millis.getAsLong());
    }

    private static List<OperationId> past(JsonObject fields) throws InvalidJournal {
        if (!fields.has(PAST)) {
            return List.of();
        }
        if (!(fields.member(PAST).orElseThrow() instanceof JsonArray(List<JsonValue> values))
                || values.size() > DeletionRecord.PAST_OPERATIONS_MAX) {
            throw InvalidJournal.field(
                    PAST,
                    "is not an array of at most " + DeletionRecord.PAST_OPERATIONS_MAX + " ids");
        }
        List<OperationId> past = new ArrayList<>(values.size());
        for (JsonValue value : values) {
            if (!(value instanceof JsonString(String id)) || !OperationId.isValid(id)) {
                throw InvalidJournal.field(PAST, "holds what is not the id of an operation");
            }
            past.add(new OperationId(id));
        }
        return past;
    }

    private static void require(boolean holds, String field, String otherwise)
            throws InvalidJournal {
        if (!holds) {
            throw InvalidJournal.field(field, otherwise);
        }
    }
}
