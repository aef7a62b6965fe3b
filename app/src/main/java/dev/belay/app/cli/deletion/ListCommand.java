package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Table;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.wiring.Installation;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.journal.DeletionJournal;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `belay deletion list`: what is in custody.
public final class ListCommand implements Command {
    private static final List<String> PHASES = List.of("prepared", "accepted", "blocked");

    @Override
    public Description description() {
        return Description.of("Lists the computers that are being deleted.")
                .details("Takes no lock, and works on a full or read-only disk.")
                .value("--phase", "PHASE", "Only prepared, accepted, or blocked ones.")
                .example("belay deletion list", "What is fenced, and for how long?")
                .example(
                        "belay deletion list --phase blocked --json",
                        "What needs a person, for a script.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        String phase = session.arguments().text("--phase").orElse("");
        if (!phase.isEmpty() && !PHASES.contains(phase)) {
            throw new UsageFailure(
                    "--phase: there is no phase " + phase, "One of: prepared, accepted, blocked.");
        }
        Output output = session.output();
        try (Installation installation = session.installation()) {
            Optional<DeletionJournal> journal = installation.lookAtJournal();
            List<DeletionRecord> records = journal.isEmpty() ? List.of() : journal.get().snapshot();
            List<DeletionRecord> shown =
                    records.stream()
                            .filter(record ->
                                    phase.isEmpty() || record.phase().word().equals(phase))
                            .toList();
            if (output.isJson()) {
                List<JsonValue> all = new ArrayList<>();
                shown.forEach(record -> all.add(RecordView.json(record)));
                output.answer(JsonObject.builder().put("records", new JsonArray(all)).build());
            } else {
                print(shown, session);
            }
        }
        return ExitCode.OK;
    }

    private static void print(List<DeletionRecord> records, Session session) {
        if (records.isEmpty()) {
            session.output().line("Nothing is in custody.");
            return;
        }
        Instant now = session.world().clock().now();
        Table table = new Table("COMPUTER", "NAME", "PHASE", "AGE", "OWNER");
        for (DeletionRecord record : records) {
            table.row(
                    record.id().value(),
                    record.target().name(),
                    RecordView.phase(record),
                    RecordView.age(record.requestedAt(), now),
                    record.target().owner().orElse("-"));
        }
        table.print(session.output());
    }
}
