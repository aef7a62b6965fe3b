package dev.belay.app.cli.audit;

import dev.belay.core.audit.AuditEntry;
import dev.belay.core.json.JsonObject;

/// What programs are told of one entry of the audit.
public final class AuditEntryView {
    private AuditEntryView() {}

    public static JsonObject json(AuditEntry entry) {
        return JsonObject.builder()
                .put("seq", entry.sequence())
                .put("at", entry.at().toString())
                .put("event", entry.event().event())
                .put("subject", entry.event().subject())
                .put("details", entry.event().details())
                .build();
    }
}
