package dev.belay.deletion;

import static dev.belay.deletion.Samples.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.deletion.DeletionRecord.Accepted;
import dev.belay.deletion.DeletionRecord.Blocked;
import dev.belay.deletion.DeletionRecord.Phase;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.Transition.Changed;
import dev.belay.deletion.Transition.Refused;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransitionsTest {
    private static final BoxId BOX = new BoxId("bx_22222222");
    private static final BoxId OTHER_BOX = new BoxId("bx_33333333");
    private static final Target TARGET = new Target(BOX, "web-1", "bot");
    private static final OperationId PAST = operation(0);
    private static final OperationId OURS = operation(1);
    private static final Instant THEN = Instant.ofEpochMilli(1000);
    private static final Instant NOW = Instant.ofEpochMilli(2000);

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
    void a_refusal_counts_only_for_the_attempt_that_was_sent() {
        DeletionRecord sent = record(new Prepared(), List.of());
        DeletionRecord later = new DeletionRecord(TARGET, new Prepared(), NOW, NOW, List.of(PAST));
        DeletionRecord accepted = record(new Accepted(OURS, OperationStatus.PENDING), List.of());
        Refused late =
                new Refused(
                        ErrorCode.DELETION_OUT_OF_DATE,
                        "its deletion has moved on since the DELETE was sent");

        assertThat(kept(Transitions.refuse(new Remembered(sent), sent, NOW)).phase())
                .isEqualTo(new Blocked(null));
        assertThat(Transitions.refuse(new Remembered(accepted), sent, NOW)).isEqualTo(late);
        assertThat(Transitions.refuse(new Remembered(later), sent, NOW)).isEqualTo(late);
        assertThat(Transitions.refuse(new Remembered(), sent, NOW)).isEqualTo(late);
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

    private static DeletionRecord record(Phase phase, List<OperationId> past) {
        return new DeletionRecord(TARGET, phase, THEN, THEN, past);
    }

    private static DeletionRecord kept(Transition transition) {
        return ((Transition.Kept) transition).record();
    }
}
