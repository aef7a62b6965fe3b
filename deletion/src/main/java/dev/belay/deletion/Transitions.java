package dev.belay.deletion;

import dev.belay.core.error.ErrorCode;
import dev.belay.deletion.DeletionRecord.Accepted;
import dev.belay.deletion.DeletionRecord.Blocked;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.Transition.Changed;
import dev.belay.deletion.Transition.Nothing;
import dev.belay.deletion.Transition.Refused;
import dev.belay.deletion.Transition.Removed;
import dev.belay.deletion.Transition.Unchanged;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rules by which a deletion goes on, as pure functions over what is remembered.
///
/// 1. A box has one record; an operation belongs to one box for good, and to one attempt of it.
/// 2. A status never goes back, and what is completed stays completed.
/// 3. `updatedAt` never decreases within one attempt, whatever the clock does.
/// 4. What changes nothing is [Unchanged], so that nothing is written for it.
/// 5. Only proof of this very computer removes a record.
public final class Transitions {
    /// The seed of this format refuses a file with more.
    public static final int RECORDS_MAX = 4096;

    private Transitions() {}

    /// What a decision may ask about everything that is remembered.
    public interface Records {
        int size();

        Optional<DeletionRecord> find(BoxId id);

        /// The box whose present attempt is bound to `operation`.
        Optional<BoxId> holder(OperationId operation);

        /// The box of which an earlier attempt was bound to `operation`.
        Optional<BoxId> pastHolder(OperationId operation);

        /// What earlier attempts of a box were bound to, oldest first, without the present one.
        List<OperationId> pastOperations(BoxId id);
    }

    /// Intends a deletion. In-flight work wins; only a blocked deletion is prepared anew.
    public static Transition prepare(Records records, Target target, Instant now) {
        Instant time = now.truncatedTo(ChronoUnit.MILLIS);
        Optional<DeletionRecord> found = records.find(target.id());
        if (found.isEmpty()) {
            return records.size() >= RECORDS_MAX
                    ? new Refused(
                            ErrorCode.DELETION_FULL,
                            "the journal holds " + RECORDS_MAX + " deletions, and no more may be")
                    : timed(time, () -> prepared(target, time, records));
        }
        DeletionRecord record = found.get();
        if (!record.target().equals(target)) {
            return new Refused(
                    ErrorCode.DELETION_CONFLICT,
                    "its deletion is remembered with another name or owner");
        }
        return switch (record.phase()) {
            case Prepared _, Accepted _ -> new Unchanged(record);
            case Blocked _ -> timed(time, () -> prepared(target, time, records));
        };
    }

    /// Binds a provider's receipt to the deletion of `id`, and moves its status forward.
    public static Transition accept(Records records, BoxId id, Receipt receipt, Instant now) {
        if (!receipt.target().equals(id)) {
            return mismatched("the receipt is for another computer");
        }
        if (receipt.status() == OperationStatus.BLOCKED) {
            return mismatched("a blocked operation is not an accepted one");
        }
        Optional<DeletionRecord> found = records.find(id);
        if (found.isEmpty()) {
            return outOfDate("no deletion of it is remembered");
        }
        DeletionRecord record = found.get();
        return switch (record.phase()) {
            case Blocked _ -> outOfDate("its deletion is blocked and was not prepared again");
            case Prepared _ ->
                    conflict(records, record, receipt.operation())
                            .orElseGet(() -> changed(records, record, accepted(receipt), now));
            case Accepted(OperationId _, OperationStatus status) ->
                    conflict(records, record, receipt.operation())
                            .orElseGet(() ->
                                    receipt.status().compareTo(status) <= 0
                                            ? new Unchanged(record)
                                            : changed(records, record, accepted(receipt), now));
        };
    }

    /// Notes that the provider refused, without an operation. The fence stays.
    public static Transition block(Records records, BoxId id, Instant now) {
        return block(records, id, Optional.empty(), now);
    }

    /// Notes that the provider refused the DELETE that was sent for the record `sent`. Where
    /// another process was accepted since, or began another attempt, the refusal is about the past.
    public static Transition refuse(Records records, DeletionRecord sent, Instant now) {
        boolean isSent =
                records.find(sent.id())
                        .filter(found -> found.requestedAt().equals(sent.requestedAt()))
                        .filter(found -> !(found.phase() instanceof Accepted))
                        .isPresent();
        return isSent
                ? block(records, sent.id(), now)
                : outOfDate("its deletion has moved on since the DELETE was sent");
    }

    /// Notes that the provider's operation got stuck. The fence stays.
    public static Transition block(Records records, BoxId id, Receipt receipt, Instant now) {
        if (!receipt.target().equals(id)) {
            return mismatched("the receipt is for another computer");
        }
        if (receipt.status() != OperationStatus.BLOCKED) {
            return mismatched("the operation is not blocked");
        }
        return block(records, id, Optional.of(receipt.operation()), now);
    }

    /// Removes a record on proof. Asked again, it finds nothing, which is no failure.
    public static Transition retire(Records records, BoxId id, Proof proof) {
        if (!proof.target().equals(id)) {
            return mismatched("the proof is of another computer");
        }
        Optional<DeletionRecord> found = records.find(id);
        if (found.isEmpty()) {
            return new Nothing(id);
        }
        DeletionRecord record = found.get();
        return switch (proof) {
            case Proof.DirectAbsence _, Proof.Attested _ -> new Removed(record, proof);
            case Proof.CompletedOperation completed -> onCompletion(record, completed, proof);
            case Proof.Both both -> onCompletion(record, both.operation(), proof);
        };
    }

    private static Transition block(
            Records records, BoxId id, Optional<OperationId> operation, Instant now) {
        Optional<DeletionRecord> found = records.find(id);
        if (found.isEmpty()) {
            return outOfDate("no deletion of it is remembered");
        }
        DeletionRecord record = found.get();
        Optional<Transition> conflict = operation.flatMap(it -> conflict(records, record, it));
        if (conflict.isPresent()) {
            return conflict.get();
        }
        OperationId bound = operation.or(record::operation).orElse(null);
        return switch (record.phase()) {
            case Accepted(OperationId _, OperationStatus status)
                    when status == OperationStatus.COMPLETED ->
                    new Unchanged(record);
            case Prepared _, Accepted _, Blocked _ ->
                    record.phase().equals(new Blocked(bound))
                            ? new Unchanged(record)
                            : changed(records, record, new Blocked(bound), now);
        };
    }

    /// Why `operation` may not be bound to `record`, if so.
    private static Optional<Transition> conflict(
            Records records, DeletionRecord record, OperationId operation) {
        if (record.operation().isPresent()) {
            return record.operation().get().equals(operation)
                    ? Optional.empty()
                    : conflict("its deletion is bound to another operation");
        }
        if (records.holder(operation).isPresent()) {
            return conflict("the operation is bound to another computer");
        }
        return records.pastHolder(operation)
                .flatMap(holder ->
                        conflict(
                                holder.equals(record.id())
                                        ? "the operation belongs to an earlier attempt"
                                        : "the operation was bound to another computer"));
    }

    private static Optional<Transition> conflict(String found) {
        return Optional.of(new Refused(ErrorCode.DELETION_CONFLICT, found));
    }

    private static Transition mismatched(String found) {
        return new Refused(ErrorCode.DELETION_MISMATCHED, found);
    }

    private static Transition outOfDate(String found) {
        return new Refused(ErrorCode.DELETION_OUT_OF_DATE, found);
    }

    /// A completed operation counts only as the one that the record itself saw completed.
    private static Transition onCompletion(
            DeletionRecord record, Proof.CompletedOperation completed, Proof proof) {
        return record.completion()
                .filter(known -> known.operation().equals(completed.operation()))
                .<Transition>map(_ -> new Removed(record, proof))
                .orElseGet(() -> outOfDate("its deletion is not bound to a completed operation"));
    }

    private static Accepted accepted(Receipt receipt) {
        return new Accepted(receipt.operation(), receipt.status());
    }

    private static Transition changed(
            Records records, DeletionRecord record, DeletionRecord.Phase phase, Instant now) {
        Instant time = now.truncatedTo(ChronoUnit.MILLIS);
        Instant updated = time.isAfter(record.updatedAt()) ? time : record.updatedAt();
        return timed(
                updated,
                () ->
                        new DeletionRecord(
                                record.target(),
                                phase,
                                record.requestedAt(),
                                updated,
                                records.pastOperations(record.id())));
    }

    private static DeletionRecord prepared(Target target, Instant time, Records records) {
        List<OperationId> past = new ArrayList<>(records.pastOperations(target.id()));
        records.find(target.id()).flatMap(DeletionRecord::operation).ifPresent(past::add);
        int from = Math.max(0, past.size() - DeletionRecord.PAST_OPERATIONS_MAX);
        return new DeletionRecord(
                target, new Prepared(), time, time, past.subList(from, past.size()));
    }

    private interface Next {
        DeletionRecord record();
    }

    private static Transition timed(Instant time, Next next) {
        return DeletionRecord.isTime(time)
                ? new Changed(next.record())
                : new Refused(
                        ErrorCode.STATE_UNWRITABLE,
                        "the clock says " + time + ", which no record may carry");
    }
}
