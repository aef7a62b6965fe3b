package dev.belay.deletion.journal;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.Proof;

/// What the audit keeps of a release: what was released, the proof, and its level.
final class ReleaseLine {
    private ReleaseLine() {}

    /// @param reason an operator's words; empty when nobody was asked
    static AuditEvent of(DeletionRecord record, Proof proof, String reason) {
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
