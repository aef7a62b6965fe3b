package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Style;
import dev.belay.app.wiring.Installation;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.journal.DeletionJournal;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// `belay deletion show`: one record.
public final class ShowCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Shows what is remembered of one computer.")
                .argument("ID", "The computer's id.")
                .example("belay deletion show bx_23456789", "How far is it?");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        BoxId id = ArgumentsOf.id(session.arguments().argument(0));
        Output output = session.output();
        try (Installation installation = session.installation()) {
            Optional<DeletionJournal> journal = installation.lookAtJournal();
            Optional<DeletionRecord> found =
                    journal.isEmpty() ? Optional.empty() : journal.get().find(id);
            if (found.isEmpty()) {
                throw new Refusal(
                        ErrorCode.DELETION_NOT_FOUND,
                        id.value(),
                        "no deletion of it is remembered",
                        "`belay explain " + id + "` tells whether one was");
            }
            DeletionRecord record = found.get();
            Instant now = session.world().clock().now();
            output.line(Style.STRONG.of(id.value()) + "  " + RecordView.phase(record));
            output.line("  name         " + record.target().name());
            output.line("  owner        " + record.target().owner().orElse("-"));
            record.operation().ifPresent(it -> output.line("  operation    " + it));
            output.line(
                    "  requested    "
                            + record.requestedAt()
                            + " ("
                            + RecordView.age(record.requestedAt(), now)
                            + " ago)");
            output.line("  updated      " + record.updatedAt());
            output.line("  released by  " + RecordView.releasedBy(record));
            output.line("  go on with   " + RecordView.command(record));
            output.answer(JsonObject.builder().put("record", RecordView.json(record)).build());
        }
        return ExitCode.OK;
    }
}
