package dev.belay.app.cli.staging;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.recovery.Discard;
import java.io.IOException;

/// `belay staging discard`: removes a copy on the operator's word, whatever is in it.
public final class DiscardCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Shows what is known of a copy, asks, and removes it.")
                .details(
                        "For what no proof can release: copies that were never sealed, that came"
                                + " from another machine, that have no receipt, or whose content"
                                + " changed. What is in it is lost.",
                        "One whose owner is alive stays, and one that a process has open.")
                .argument("ID", "The copy, as belay staging inspect shows it.")
                .flag("--yes", "Do not ask; needed where there is no terminal to ask on.")
                .example("belay staging discard ID", "Look, then decide.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        StagingId id = CopyArgument.of(session);
        try (Recoveries recoveries = Recoveries.of(session)) {
            Discard discard = recoveries.discard();
            Output output = session.output();
            discard.look(id).clauses().forEach(output::line);
            if (!session.arguments().has("--yes") && !session.confirms("Remove it?")) {
                throw new Refusal(
                        ErrorCode.STAGING_KEPT,
                        id.value(),
                        "is still there",
                        "answer yes, or say --yes where there is no terminal");
            }
            Discard.Evidence gone = discard.discard(id);
            output.line("Removed.");
            output.answer(
                    JsonObject.builder()
                            .put("id", id.value())
                            .put("discarded", true)
                            .put("evidence", RecoverCopyCommand.json(gone.clauses()))
                            .build());
        }
        return ExitCode.OK;
    }
}
