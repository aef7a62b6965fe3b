package dev.belay.app.cli.custody;

import dev.belay.app.cli.audit.AuditEntryView;
import dev.belay.app.cli.audit.AuditVerifyCommand;
import dev.belay.app.cli.deletion.RecordView;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Style;
import dev.belay.app.wiring.Installation;
import dev.belay.core.audit.AuditEntry;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.journal.DeletionJournal;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The story of one deletion: its state, what is missing, its history.
final class DeletionStory {
    private DeletionStory() {}

    /// Tells it.
    ///
    /// @throws Refusal `DELETION_NOT_FOUND`
    static void tell(Session session, Installation installation, String id) throws IOException {
        Optional<DeletionRecord> record = record(installation, id);
        List<AuditEntry> history = history(installation, id);
        if (record.isEmpty() && history.isEmpty()) {
            throw new Refusal(
                    ErrorCode.DELETION_NOT_FOUND,
                    id,
                    "is not in custody, and no release of it is recorded",
                    "`belay status` shows what is in custody");
        }
        if (session.output().isJson()) {
            session.output().answer(json(id, record, history));
        } else {
            print(session, id, record, history);
        }
    }

    private static Optional<DeletionRecord> record(Installation installation, String id)
            throws IOException {
        Optional<DeletionJournal> journal = installation.lookAtJournal();
        if (journal.isEmpty()) {
            return Optional.empty();
        }
        return journal.get().snapshot().stream()
                .filter(record ->
                        record.id().value().equals(id)
                                || record.operation()
                                        .map(OperationId::value)
                                        .equals(Optional.of(id)))
                .findFirst();
    }

    private static List<AuditEntry> history(Installation installation, String id)
            throws IOException {
        Optional<Directory> root = installation.lookAtRoot();
        List<AuditEntry> entries = new ArrayList<>();
        if (root.isPresent()) {
            AuditLog audit = new AuditLog(installation.world(), root.get());
            AuditVerifyCommand.whole(audit); // Half a history would be told as the whole.
            audit.entries(
                    event ->
                            event.subject().equals(id)
                                    || event.details()
                                            .string("operationId")
                                            .equals(Optional.of(id)),
                    entries::add);
        }
        return entries;
    }

    private static void print(
            Session session, String id, Optional<DeletionRecord> found, List<AuditEntry> history) {
        Output output = session.output();
        if (found.isPresent()) {
            DeletionRecord record = found.get();
            output.line(
                    "%s (`%s`) is in custody: %s, for %s."
                            .formatted(
                                    Style.STRONG.of(record.id().value()),
                                    record.target().name(),
                                    RecordView.phase(record),
                                    RecordView.age(
                                            record.requestedAt(), session.world().clock().now())));
            output.line("  " + meaning(record));
            record.operation().ifPresent(it -> output.line("  operation    " + it));
            record.pastOperations().forEach(it -> output.line("  earlier      " + it));
            output.line("  requested    " + record.requestedAt());
            output.line("  updated      " + record.updatedAt());
            output.line("  missing      " + RecordView.releasedBy(record));
            output.line("  what helps   " + RecordView.command(record));
        } else {
            output.line(Style.STRONG.of(id) + " is not in custody.");
        }
        if (!history.isEmpty()) {
            output.line("Recorded releases:");
        }
        for (AuditEntry entry : history) {
            output.line(
                    "  %s  %s  %s"
                            .formatted(
                                    entry.at(),
                                    entry.event().event(),
                                    JsonText.print(entry.event().details())));
        }
    }

    private static String meaning(DeletionRecord record) {
        return switch (record.phase()) {
            case DeletionRecord.Prepared _ ->
                    "The intent is on disk; whether the provider got the DELETE is not known.";
            case DeletionRecord.Accepted _ ->
                    "The provider gave an operation that is bound to this computer.";
            case DeletionRecord.Blocked _ ->
                    "The provider refused, or its operation is stuck; a person should find out"
                            + " why.";
        };
    }

    private static JsonObject json(
            String id, Optional<DeletionRecord> record, List<AuditEntry> history) {
        List<JsonValue> entries = new ArrayList<>();
        history.forEach(entry -> entries.add(AuditEntryView.json(entry)));
        return JsonObject.builder()
                .put("id", id)
                .put("inCustody", record.isPresent())
                .put("record", record.<JsonValue>map(RecordView::json).orElse(JsonNull.NULL))
                .put("meaning", record.map(DeletionStory::meaning).orElse(""))
                .put("history", new JsonArray(entries))
                .build();
    }
}
