package dev.belay.deletion.journal;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.Budget;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.Proof;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.Target;
import dev.belay.deletion.Transition;
import dev.belay.deletion.Transition.Changed;
import dev.belay.deletion.Transition.Nothing;
import dev.belay.deletion.Transition.Refused;
import dev.belay.deletion.Transition.Removed;
import dev.belay.deletion.Transition.Unchanged;
import dev.belay.deletion.Transitions;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The changes of one group, decided one after the other, before anything of them is written.
///
/// - **Threads:** one at a time, which holds the lock of the journal.
final class Batch {
    private final Draft draft;
    private final PastOperations past;
    private final Requests requests;
    private final Instant now;
    private final List<AuditEvent> releases = new ArrayList<>();

    Batch(Draft draft, PastOperations past, Requests requests, Instant now) {
        this.draft = draft;
        this.past = past;
        this.requests = requests;
        this.now = now;
    }

    /// The time of every change of the group.
    Instant now() {
        return now;
    }

    /// The lines for the audit, in the order of the releases.
    List<AuditEvent> releases() {
        return releases;
    }

    Transition prepare(Target target, Budget budget) throws IOException {
        Transition transition = Transitions.prepare(draft, target, now);
        if (!(transition instanceof Changed)) {
            return transition;
        }
        Optional<String> excess = requests.excess(budget, now);
        if (excess.isPresent()) {
            return new Refused(ErrorCode.DELETION_OVER_BUDGET, excess.get());
        }
        Transition drafted = draft(transition);
        if (drafted instanceof Changed && !budget.isUnlimited()) {
            requests.note(target.id(), now);
        }
        return drafted;
    }

    Transition accept(BoxId id, Receipt receipt) {
        return draft(Transitions.accept(draft, id, receipt, now));
    }

    Transition block(BoxId id) {
        return draft(Transitions.block(draft, id, now));
    }

    Transition refuse(DeletionRecord sent) {
        return draft(Transitions.refuse(draft, sent, now));
    }

    Transition block(BoxId id, Receipt receipt) {
        return draft(Transitions.block(draft, id, receipt, now));
    }

    Transition retire(BoxId id, Proof proof, String reason) {
        Transition transition = draft(Transitions.retire(draft, id, proof));
        if (transition instanceof Removed(DeletionRecord record, Proof _)) {
            releases.add(line(record, proof, reason));
        }
        return transition;
    }

    private Transition draft(Transition transition) {
        return switch (transition) {
            case Changed(DeletionRecord record) -> change(record);
            case Removed(DeletionRecord record, Proof _) -> {
                draft.remove(record.id());
                yield transition;
            }
            case Unchanged _, Nothing _, Refused _ -> transition;
        };
    }

    private Transition change(DeletionRecord record) {
        Entry before = draft.entry(record.id());
        Entry entry;
        try {
            entry = DeletionFormat.entry(record, before == null ? Map.of() : before.foreign());
        } catch (InvalidJournal invalid) {
            return new Refused(ErrorCode.STATE_UNWRITABLE, invalid.found());
        }
        if (before != null) {
            past.note(before.record());
        }
        past.note(record);
        if (record.phase() instanceof Prepared) {
            draft.append(entry); // New or anew: in either case the youngest.
        } else {
            draft.put(entry);
        }
        return new Changed(record);
    }

    /// What the audit keeps of a release: what was released, the proof, and its level.
    ///
    /// @param reason an operator's words; empty when nobody was asked
    private static AuditEvent line(DeletionRecord record, Proof proof, String reason) {
        JsonObject.Builder details =
                JsonObject.builder()
                        .put("name", record.target().name())
                        .put(
                                "ownerBotId",
                                record.target()
                                        .owner()
                                        .<JsonValue>map(JsonString::new)
                                        .orElse(JsonNull.NULL))
                        .put("phase", record.phase().word())
                        .put("requestedAt", record.requestedAt().toEpochMilli());
        record.operation().ifPresent(it -> details.put("operationId", it.value()));
        details.put("proof", proof(proof));
        if (!reason.isEmpty()) {
            details.put("reason", reason);
        }
        return new AuditEvent("deletion.retire", record.id().value(), details.build());
    }

    private static JsonObject proof(Proof proof) {
        JsonObject.Builder fields = JsonObject.builder();
        switch (proof) {
            case Proof.DirectAbsence absence ->
                    fields.put("level", "absence").put("status", absence.status());
            case Proof.CompletedOperation completed ->
                    fields.put("level", "operation")
                            .put("operationId", completed.operation().value());
            case Proof.Both both ->
                    fields.put("level", "both")
                            .put("operationId", both.operation().operation().value())
                            .put("status", both.absence().status());
            case Proof.Attested attested ->
                    fields.put("level", "attested").put("evidence", attested.evidence());
        }
        return fields.put("at", proof.at().toString()).build();
    }
}
