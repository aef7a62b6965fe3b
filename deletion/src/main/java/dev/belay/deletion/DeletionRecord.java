package dev.belay.deletion;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is remembered of one deletion: the fence itself.
///
/// @param requestedAt when this attempt was prepared, in whole milliseconds
/// @param updatedAt when the record last changed; never before `requestedAt`
/// @param pastOperations what earlier attempts were bound to, oldest first, at most
///   [#PAST_OPERATIONS_MAX]
public record DeletionRecord(
        Target target,
        Phase phase,
        Instant requestedAt,
        Instant updatedAt,
        List<OperationId> pastOperations) {

    /// More attempts than this are no longer a retry but a fault that a person looks into.
    public static final int PAST_OPERATIONS_MAX = 16;

    /// The last moment that the file format can hold: 2^53 - 1 milliseconds.
    public static final Instant TIME_MAX = Instant.ofEpochMilli((1L << 53) - 1);

    public DeletionRecord {
        if (!isTime(requestedAt) || !isTime(updatedAt) || updatedAt.isBefore(requestedAt)) {
            throw new IllegalArgumentException("not the times of a deletion");
        }
        if (pastOperations.size() > PAST_OPERATIONS_MAX) {
            throw new IllegalArgumentException("too many past operations");
        }
        pastOperations = List.copyOf(pastOperations);
    }

    /// How far a deletion is. Each phase holds what is known in it and nothing else.
    public sealed interface Phase {
        /// The word in the journal.
        String word();

        /// The operation that the provider bound to this attempt.
        Optional<OperationId> operation();
    }

    /// Written down; whether DELETE was sent, and what came of it, is unknown.
    public record Prepared() implements Phase {
        @Override
        public String word() {
            return "prepared";
        }

        @Override
        public Optional<OperationId> operation() {
            return Optional.empty();
        }
    }

    /// The provider carries it out.
    ///
    /// @param status pending, processing, or completed
    public record Accepted(OperationId id, OperationStatus status) implements Phase {
        public Accepted {
            if (status == OperationStatus.BLOCKED) {
                throw new IllegalArgumentException("a blocked operation is not accepted");
            }
        }

        @Override
        public String word() {
            return "accepted";
        }

        @Override
        public Optional<OperationId> operation() {
            return Optional.of(id);
        }
    }

    /// The provider refused or got stuck; only a deliberate retry prepares it again.
    public record Blocked(@Nullable OperationId idOrNull) implements Phase {
        @Override
        public String word() {
            return "blocked";
        }

        @Override
        public Optional<OperationId> operation() {
            return Optional.ofNullable(idOrNull);
        }
    }

    public BoxId id() {
        return target.id();
    }

    public Optional<OperationId> operation() {
        return phase.operation();
    }

    /// The proof that this record holds: its own operation was seen completed.
    public Optional<Proof.CompletedOperation> completion() {
        return phase instanceof Accepted(OperationId operation, OperationStatus status)
                        && status == OperationStatus.COMPLETED
                ? Optional.of(new Proof.CompletedOperation(id(), operation, updatedAt))
                : Optional.empty();
    }

    /// Whether the journal can hold this moment.
    public static boolean isTime(Instant time) {
        return time.isAfter(Instant.EPOCH)
                && !time.isAfter(TIME_MAX)
                && time.equals(time.truncatedTo(ChronoUnit.MILLIS));
    }
}
