package dev.belay.deletion;

import static dev.belay.deletion.Samples.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.deletion.DeletionRecord.Accepted;
import dev.belay.deletion.DeletionRecord.Blocked;
import dev.belay.deletion.DeletionRecord.Phase;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.Transition.Changed;
import dev.belay.deletion.Transition.Nothing;
import dev.belay.deletion.Transition.Refused;
import dev.belay.deletion.Transition.Removed;
import dev.belay.deletion.Transition.Unchanged;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TransitionsTest {
    private static final BoxId BOX = new BoxId("bx_22222222");
    private static final BoxId OTHER_BOX = new BoxId("bx_33333333");
    private static final Target TARGET = new Target(BOX, "web-1", "bot");
    private static final OperationId PAST = operation(0);
    private static final OperationId OURS = operation(1);
    private static final OperationId ANOTHER = operation(2);
    private static final OperationId OF_OTHER_BOX = operation(9);
    private static final Instant THEN = Instant.ofEpochMilli(1000);
    private static final Instant NOW = Instant.ofEpochMilli(2000);

    @Test
    void every_call_from_every_phase_ends_as_the_table_says() {
        assertThat(table())
                .isEqualTo(
                        """
                        prepare
                            none, blocked, blocked and bound
                                -> prepared
                            prepared, pending, processing, completed
                                -> unchanged
                        prepare under another name
                            none
                                -> prepared
                            prepared, pending, processing, completed, blocked, blocked and bound
                                -> conflict: its deletion is remembered with another name or owner
                        prepare for another owner
                            none
                                -> prepared
                            prepared, pending, processing, completed, blocked, blocked and bound
                                -> conflict: its deletion is remembered with another name or owner
                        accept pending
                            none
                                -> out_of_date: no deletion of it is remembered
                            prepared
                                -> pending, bound
                            pending, processing, completed
                                -> unchanged
                            blocked, blocked and bound
                                -> out_of_date: its deletion is blocked and was not prepared again
                        accept processing
                            none
                                -> out_of_date: no deletion of it is remembered
                            prepared, pending
                                -> processing, bound
                            processing, completed
                                -> unchanged
                            blocked, blocked and bound
                                -> out_of_date: its deletion is blocked and was not prepared again
                        accept blocked
                            none, prepared, pending, processing, completed, blocked, blocked and bound
                                -> mismatched: a blocked operation is not an accepted one
                        accept completed
                            none
                                -> out_of_date: no deletion of it is remembered
                            prepared, pending, processing
                                -> completed, bound
                            completed
                                -> unchanged
                            blocked, blocked and bound
                                -> out_of_date: its deletion is blocked and was not prepared again
                        accept another operation
                            none
                                -> out_of_date: no deletion of it is remembered
                            prepared
                                -> completed, bound to that
                            pending, processing, completed
                                -> conflict: its deletion is bound to another operation
                            blocked, blocked and bound
                                -> out_of_date: its deletion is blocked and was not prepared again
                        accept another computer's operation
                            none
                                -> out_of_date: no deletion of it is remembered
                            prepared
                                -> conflict: the operation is bound to another computer
                            pending, processing, completed
                                -> conflict: its deletion is bound to another operation
                            blocked, blocked and bound
                                -> out_of_date: its deletion is blocked and was not prepared again
                        accept a past operation
                            none
                                -> out_of_date: no deletion of it is remembered
                            prepared
                                -> conflict: the operation belongs to an earlier attempt
                            pending, processing, completed
                                -> conflict: its deletion is bound to another operation
                            blocked, blocked and bound
                                -> out_of_date: its deletion is blocked and was not prepared again
                        accept another computer's receipt
                            none, prepared, pending, processing, completed, blocked, blocked and bound
                                -> mismatched: the receipt is for another computer
                        block without an operation
                            none
                                -> out_of_date: no deletion of it is remembered
                            prepared
                                -> blocked
                            pending, processing
                                -> blocked, bound
                            completed, blocked, blocked and bound
                                -> unchanged
                        block
                            none
                                -> out_of_date: no deletion of it is remembered
                            prepared, pending, processing, blocked
                                -> blocked, bound
                            completed, blocked and bound
                                -> unchanged
                        block another operation
                            none
                                -> out_of_date: no deletion of it is remembered
                            prepared, blocked
                                -> blocked, bound to that
                            pending, processing, completed, blocked and bound
                                -> conflict: its deletion is bound to another operation
                        block another computer's operation
                            none
                                -> out_of_date: no deletion of it is remembered
                            prepared, blocked
                                -> conflict: the operation is bound to another computer
                            pending, processing, completed, blocked and bound
                                -> conflict: its deletion is bound to another operation
                        block a past operation
                            none
                                -> out_of_date: no deletion of it is remembered
                            prepared, blocked
                                -> conflict: the operation belongs to an earlier attempt
                            pending, processing, completed, blocked and bound
                                -> conflict: its deletion is bound to another operation
                        block what is pending
                            none, prepared, pending, processing, completed, blocked, blocked and bound
                                -> mismatched: the operation is not blocked
                        block another computer's receipt
                            none, prepared, pending, processing, completed, blocked, blocked and bound
                                -> mismatched: the receipt is for another computer
                        retire on absence
                            none
                                -> nothing to remove
                            prepared, pending, processing, completed, blocked, blocked and bound
                                -> removed
                        retire on completion
                            none
                                -> nothing to remove
                            prepared, pending, processing, blocked, blocked and bound
                                -> out_of_date: its deletion is not bound to a completed operation
                            completed
                                -> removed
                        retire on another operation's completion
                            none
                                -> nothing to remove
                            prepared, pending, processing, completed, blocked, blocked and bound
                                -> out_of_date: its deletion is not bound to a completed operation
                        retire on both
                            none
                                -> nothing to remove
                            prepared, pending, processing, blocked, blocked and bound
                                -> out_of_date: its deletion is not bound to a completed operation
                            completed
                                -> removed
                        retire on an operator's word
                            none
                                -> nothing to remove
                            prepared, pending, processing, completed, blocked, blocked and bound
                                -> removed
                        retire on another computer's absence
                            none, prepared, pending, processing, completed, blocked, blocked and bound
                                -> mismatched: the proof is of another computer
                        """);
    }

    @Test
    void a_new_record_has_one_time_and_no_past() {
        Transition transition = Transitions.prepare(new Remembered(), TARGET, NOW);

        assertThat(transition)
                .isEqualTo(
                        new Changed(
                                new DeletionRecord(TARGET, new Prepared(), NOW, NOW, List.of())));
    }

    @Test
    void a_time_finer_than_the_format_is_cut_to_it() {
        Transition transition =
                Transitions.prepare(new Remembered(), TARGET, NOW.plusNanos(999_999));

        assertThat(((Changed) transition).record().requestedAt()).isEqualTo(NOW);
    }

    @Test
    void d07_an_attempt_after_a_blocked_one_remembers_its_operation_as_past() {
        Remembered records = new Remembered(record(new Blocked(OURS), List.of(PAST)));

        Transition transition = Transitions.prepare(records, TARGET, NOW);

        assertThat(transition)
                .isEqualTo(
                        new Changed(
                                new DeletionRecord(
                                        TARGET, new Prepared(), NOW, NOW, List.of(PAST, OURS))));
    }

    @Test
    void d07_of_many_attempts_the_latest_sixteen_operations_are_remembered() {
        Remembered records = new Remembered();
        for (int attempt = 0; attempt < 20; attempt++) {
            records.put(kept(Transitions.prepare(records, TARGET, NOW)));
            Receipt receipt = new Receipt(operation(attempt), BOX, OperationStatus.BLOCKED);
            records.put(kept(Transitions.block(records, BOX, receipt, NOW)));
        }

        DeletionRecord last = kept(Transitions.prepare(records, TARGET, NOW));

        assertThat(last.pastOperations()).hasSize(16);
        assertThat(last.pastOperations().getFirst()).isEqualTo(operation(4));
        assertThat(last.pastOperations().getLast()).isEqualTo(operation(19));
    }

    @Test
    void d07_a_late_receipt_of_an_earlier_attempt_is_refused() {
        Remembered records = new Remembered(record(new Prepared(), List.of(PAST)));
        Receipt late = new Receipt(PAST, BOX, OperationStatus.COMPLETED);

        assertThat(Transitions.accept(records, BOX, late, NOW))
                .isEqualTo(
                        new Refused(
                                ErrorCode.DELETION_CONFLICT,
                                "the operation belongs to an earlier attempt"));
    }

    @Test
    void d07_a_past_operation_of_one_computer_never_binds_to_another() {
        Remembered records =
                new Remembered(
                        record(new Prepared(), List.of(PAST)),
                        new DeletionRecord(
                                new Target(OTHER_BOX, "web-2", null),
                                new Prepared(),
                                THEN,
                                THEN,
                                List.of()));
        Receipt receipt = new Receipt(PAST, OTHER_BOX, OperationStatus.PENDING);

        assertThat(Transitions.accept(records, OTHER_BOX, receipt, NOW))
                .isEqualTo(
                        new Refused(
                                ErrorCode.DELETION_CONFLICT,
                                "the operation was bound to another computer"));
    }

    @Test
    void a_change_keeps_what_it_does_not_change() {
        DeletionRecord before = record(new Prepared(), List.of(PAST));

        DeletionRecord after =
                kept(
                        Transitions.accept(
                                new Remembered(before),
                                BOX,
                                new Receipt(OURS, BOX, OperationStatus.PENDING),
                                NOW));

        assertThat(after)
                .isEqualTo(
                        new DeletionRecord(
                                TARGET,
                                new Accepted(OURS, OperationStatus.PENDING),
                                THEN,
                                NOW,
                                List.of(PAST)));
    }

    /// H-B12: the clock stepped back between two changes of one attempt.
    @Test
    void a_clock_set_back_never_takes_back_a_time() {
        Instant future = Instant.ofEpochMilli(4_102_444_800_000L);
        Remembered records =
                new Remembered(
                        new DeletionRecord(TARGET, new Prepared(), future, future, List.of()));

        records.put(
                kept(
                        Transitions.accept(
                                records,
                                BOX,
                                new Receipt(OURS, BOX, OperationStatus.PENDING),
                                NOW)));
        assertThat(records.find(BOX).orElseThrow().updatedAt()).isEqualTo(future);

        records.put(kept(Transitions.block(records, BOX, NOW)));
        assertThat(records.find(BOX).orElseThrow().updatedAt()).isEqualTo(future);

        DeletionRecord again = kept(Transitions.prepare(records, TARGET, NOW));
        assertThat(again.requestedAt()).isEqualTo(NOW);
        assertThat(again.updatedAt()).isEqualTo(NOW);
    }

    @Test
    void d01_a_clock_that_was_never_set_writes_nothing() {
        Transition transition = Transitions.prepare(new Remembered(), TARGET, Instant.EPOCH);

        assertThat(transition)
                .isEqualTo(
                        new Refused(
                                ErrorCode.STATE_UNWRITABLE,
                                "the clock says 1970-01-01T00:00:00Z, which no record may carry"));
    }

    @Test
    void d14_a_full_journal_refuses_a_new_computer_and_still_prepares_a_blocked_one() {
        Remembered full = new Remembered(record(new Blocked(null), List.of()));
        for (int i = 1; i < Transitions.RECORDS_MAX; i++) {
            BoxId id = Samples.box(i);
            full.put(
                    new DeletionRecord(
                            new Target(id, "n", null), new Prepared(), THEN, THEN, List.of()));
        }
        assertThat(full.size()).isEqualTo(Transitions.RECORDS_MAX);

        Target next = new Target(new BoxId("bx_zzzzzzzz"), "n", null);
        assertThat(Transitions.prepare(full, next, NOW))
                .isEqualTo(
                        new Refused(
                                ErrorCode.DELETION_FULL,
                                "the journal holds 4096 deletions, and no more may be"));
        assertThat(Transitions.prepare(full, TARGET, NOW)).isInstanceOf(Changed.class);
    }

    private static String table() {
        Map<String, @Nullable DeletionRecord> phases = new LinkedHashMap<>();
        phases.put("none", null);
        phases.put("prepared", record(new Prepared(), List.of(PAST)));
        phases.put("pending", record(new Accepted(OURS, OperationStatus.PENDING), List.of(PAST)));
        phases.put(
                "processing",
                record(new Accepted(OURS, OperationStatus.PROCESSING), List.of(PAST)));
        phases.put(
                "completed", record(new Accepted(OURS, OperationStatus.COMPLETED), List.of(PAST)));
        phases.put("blocked", record(new Blocked(null), List.of(PAST)));
        phases.put("blocked and bound", record(new Blocked(OURS), List.of(PAST)));

        StringBuilder table = new StringBuilder();
        calls().forEach((call, decide) -> {
            Map<String, List<String>> results = new LinkedHashMap<>();
            phases.forEach((phase, record) -> {
                Remembered records = new Remembered(otherRecord());
                if (record != null) {
                    records.put(record);
                }
                results.computeIfAbsent(said(decide.apply(records)), _ -> new ArrayList<>())
                        .add(phase);
            });
            table.append(call).append('\n');
            results.forEach((result, from) ->
                    table.append("    ")
                            .append(String.join(", ", from))
                            .append("\n        -> ")
                            .append(result)
                            .append('\n'));
        });
        return table.toString();
    }

    private static Map<String, Function<Transitions.Records, Transition>> calls() {
        Map<String, Function<Transitions.Records, Transition>> calls = new LinkedHashMap<>();
        calls.put("prepare", r -> Transitions.prepare(r, TARGET, NOW));
        calls.put(
                "prepare under another name",
                r -> Transitions.prepare(r, new Target(BOX, "web-2", "bot"), NOW));
        calls.put(
                "prepare for another owner",
                r -> Transitions.prepare(r, new Target(BOX, "web-1", null), NOW));
        for (OperationStatus status : OperationStatus.values()) {
            calls.put("accept " + status.word(), r -> accept(r, new Receipt(OURS, BOX, status)));
        }
        calls.put(
                "accept another operation",
                r -> accept(r, new Receipt(ANOTHER, BOX, OperationStatus.COMPLETED)));
        calls.put(
                "accept another computer's operation",
                r -> accept(r, new Receipt(OF_OTHER_BOX, BOX, OperationStatus.COMPLETED)));
        calls.put(
                "accept a past operation",
                r -> accept(r, new Receipt(PAST, BOX, OperationStatus.COMPLETED)));
        calls.put(
                "accept another computer's receipt",
                r -> accept(r, new Receipt(OURS, OTHER_BOX, OperationStatus.COMPLETED)));
        calls.put("block without an operation", r -> Transitions.block(r, BOX, NOW));
        calls.put("block", r -> block(r, new Receipt(OURS, BOX, OperationStatus.BLOCKED)));
        calls.put(
                "block another operation",
                r -> block(r, new Receipt(ANOTHER, BOX, OperationStatus.BLOCKED)));
        calls.put(
                "block another computer's operation",
                r -> block(r, new Receipt(OF_OTHER_BOX, BOX, OperationStatus.BLOCKED)));
        calls.put(
                "block a past operation",
                r -> block(r, new Receipt(PAST, BOX, OperationStatus.BLOCKED)));
        calls.put(
                "block what is pending",
                r -> block(r, new Receipt(OURS, BOX, OperationStatus.PENDING)));
        calls.put(
                "block another computer's receipt",
                r -> block(r, new Receipt(OURS, OTHER_BOX, OperationStatus.BLOCKED)));
        calls.put("retire on absence", r -> retire(r, Proofs.absence(BOX)));
        calls.put("retire on completion", r -> retire(r, Proofs.completed(BOX, OURS)));
        calls.put(
                "retire on another operation's completion",
                r -> retire(r, Proofs.completed(BOX, ANOTHER)));
        calls.put("retire on both", r -> retire(r, Proofs.both(BOX, OURS)));
        calls.put("retire on an operator's word", r -> retire(r, Proofs.attested(BOX)));
        calls.put(
                "retire on another computer's absence", r -> retire(r, Proofs.absence(OTHER_BOX)));
        return calls;
    }

    private static Transition accept(Transitions.Records records, Receipt receipt) {
        return Transitions.accept(records, BOX, receipt, NOW);
    }

    private static Transition block(Transitions.Records records, Receipt receipt) {
        return Transitions.block(records, BOX, receipt, NOW);
    }

    private static Transition retire(Transitions.Records records, Proof proof) {
        return Transitions.retire(records, BOX, proof);
    }

    private static String said(Transition transition) {
        return switch (transition) {
            case Changed(DeletionRecord record) -> said(record.phase());
            case Unchanged _ -> "unchanged";
            case Removed _ -> "removed";
            case Nothing _ -> "nothing to remove";
            case Refused(ErrorCode code, String found) ->
                    code.name().replace("DELETION_", "").toLowerCase(Locale.ROOT) + ": " + found;
        };
    }

    private static String said(Phase phase) {
        Optional<OperationId> operation = phase.operation();
        String bound =
                operation.map(id -> id.equals(OURS) ? ", bound" : ", bound to that").orElse("");
        return switch (phase) {
            case Prepared _, Blocked _ -> phase.word() + bound;
            case Accepted(OperationId _, OperationStatus status) -> status.word() + bound;
        };
    }

    private static DeletionRecord record(Phase phase, List<OperationId> past) {
        return new DeletionRecord(TARGET, phase, THEN, THEN, past);
    }

    private static DeletionRecord otherRecord() {
        return new DeletionRecord(
                new Target(OTHER_BOX, "db-1", null),
                new Accepted(OF_OTHER_BOX, OperationStatus.PENDING),
                THEN,
                THEN,
                List.of());
    }

    private static DeletionRecord kept(Transition transition) {
        return ((Transition.Kept) transition).record();
    }
}
