package dev.belay.deletion.journal;

import dev.belay.core.file.OwnershipCheck;
import dev.belay.core.json.JsonObject;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.DeletionRecord.Blocked;
import dev.belay.deletion.OperationId;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/// Which operation belonged to which attempt, for records from which the seed dropped it.
///
/// A line is written when an operation is seen to be blocked: what follows may be another attempt.
/// An attempt is told by the time at which it was requested, so that a line says nothing against
/// the attempt that it was written for.
///
/// - **Threads:** one at a time, which holds the lock of the journal.
final class PastOperations {
    static final String FILE = ".operations.jsonl";

    private final SideLog<Attempt> log;
    private long version = -1;
    private Map<BoxId, Set<Attempt>> attempts = new HashMap<>();
    private Map<OperationId, BoxId> holders = new HashMap<>();
    private final List<Attempt> unwritten = new ArrayList<>();

    PastOperations(World world, Directory directory) {
        this.log = log(world, directory);
    }

    /// The file alone, for its repair.
    static SideLog<Attempt> log(World world, Directory directory) {
        return new SideLog<>(world, directory, FILE, new Line());
    }

    /// An operation, and the attempt that it was bound to.
    record Attempt(BoxId id, OperationId operation, Instant requestedAt) {}

    private static final class Line implements SideLog.Codec<Attempt> {
        @Override
        public Optional<Attempt> parse(JsonObject line) {
            Optional<String> id = line.string("boxId").filter(BoxId::isValid);
            Optional<String> operation = line.string("operationId").filter(OperationId::isValid);
            OptionalLong requestedAt = line.safeInteger("requestedAt");
            return id.isPresent() && operation.isPresent() && requestedAt.isPresent()
                    ? Optional.of(
                            new Attempt(
                                    new BoxId(id.get()),
                                    new OperationId(operation.get()),
                                    Instant.ofEpochMilli(requestedAt.getAsLong())))
                    : Optional.empty();
        }

        @Override
        public JsonObject print(Attempt attempt) {
            return JsonObject.builder()
                    .put("boxId", attempt.id().value())
                    .put("operationId", attempt.operation().value())
                    .put("requestedAt", attempt.requestedAt().toEpochMilli())
                    .build();
        }
    }

    void removeLeftovers() throws DiskFault {
        log.removeLeftovers();
    }

    /// Looks at the disk, and forgets what was noted and not written.
    void load(OwnershipCheck owner) throws IOException {
        log.load(owner);
        if (log.version() != version || !unwritten.isEmpty()) {
            attempts = new HashMap<>();
            holders = new HashMap<>();
            log.lines().forEach(this::index);
            version = log.version();
            unwritten.clear();
        }
    }

    private boolean index(Attempt attempt) {
        holders.put(attempt.operation(), attempt.id());
        return attempts.computeIfAbsent(attempt.id(), _ -> new LinkedHashSet<>()).add(attempt);
    }

    /// Every operation of a box, oldest first.
    List<OperationId> of(BoxId id) {
        return attempts.getOrDefault(id, Set.of()).stream().map(Attempt::operation).toList();
    }

    /// The operations of the attempts before the present one.
    List<OperationId> before(DeletionRecord record) {
        List<OperationId> before =
                attempts.getOrDefault(record.id(), Set.of()).stream()
                        .filter(attempt -> !attempt.requestedAt().equals(record.requestedAt()))
                        .map(Attempt::operation)
                        .filter(operation -> !record.operation().equals(Optional.of(operation)))
                        .distinct()
                        .toList();
        int surplus = Math.max(0, before.size() - DeletionRecord.PAST_OPERATIONS_MAX);
        return before.subList(surplus, before.size());
    }

    Optional<BoxId> holder(OperationId operation) {
        return Optional.ofNullable(holders.get(operation));
    }

    /// Notes the operation of a record that is blocked, to be written by [#write].
    void note(DeletionRecord record) {
        if (record.phase() instanceof Blocked && record.operation().isPresent()) {
            Attempt attempt =
                    new Attempt(record.id(), record.operation().get(), record.requestedAt());
            if (index(attempt)) {
                unwritten.add(attempt);
            }
        }
    }

    /// Makes what was noted durable.
    ///
    /// @param live which boxes still have a record
    void write(Predicate<BoxId> live, OwnershipCheck owner) throws IOException {
        if (!unwritten.isEmpty()) {
            log.append(List.copyOf(unwritten), attempt -> live.test(attempt.id()), owner);
            unwritten.clear();
        }
    }
}
