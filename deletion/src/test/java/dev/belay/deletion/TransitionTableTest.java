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
import java.io.IOException;
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

/// What each call makes of each phase, as one table: `transitions.txt` beside this class.
class TransitionTableTest {
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
    void every_call_from_every_phase_ends_as_the_table_says() throws IOException {
        assertThat(table()).isEqualTo(Samples.text(TransitionTableTest.class, "transitions.txt"));
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

        Map<String, Function<Transitions.Records, Transition>> calls = new LinkedHashMap<>();
        addPrepare(calls);
        addAccept(calls);
        addBlock(calls);
        addRetire(calls);
        StringBuilder table = new StringBuilder();
        calls.forEach((call, decide) -> {
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

    private static void addPrepare(Map<String, Function<Transitions.Records, Transition>> calls) {
        calls.put("prepare", r -> Transitions.prepare(r, TARGET, NOW));
        calls.put(
                "prepare under another name",
                r -> Transitions.prepare(r, new Target(BOX, "web-2", "bot"), NOW));
        calls.put(
                "prepare for another owner",
                r -> Transitions.prepare(r, new Target(BOX, "web-1", null), NOW));
    }

    private static void addAccept(Map<String, Function<Transitions.Records, Transition>> calls) {
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
    }

    private static void addBlock(Map<String, Function<Transitions.Records, Transition>> calls) {
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
    }

    private static void addRetire(Map<String, Function<Transitions.Records, Transition>> calls) {
        calls.put("retire on absence", r -> retire(r, Proofs.absence(BOX)));
        calls.put("retire on completion", r -> retire(r, Proofs.completed(BOX, OURS)));
        calls.put(
                "retire on another operation's completion",
                r -> retire(r, Proofs.completed(BOX, ANOTHER)));
        calls.put("retire on both", r -> retire(r, Proofs.both(BOX, OURS)));
        calls.put("retire on an operator's word", r -> retire(r, Proofs.attested(BOX)));
        calls.put(
                "retire on another computer's absence", r -> retire(r, Proofs.absence(OTHER_BOX)));
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
}
