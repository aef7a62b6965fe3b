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
import dev.belay.staging.recovery.Unlock;
import java.io.IOException;

/// `belay staging unlock`: removes the lock of a recovery that is gone, and leaves the copy.
public final class UnlockCopyCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Shows who has locked a copy, asks, and removes the lock.")
                .details(
                        "Seldom needed: belay staging recover takes over from a recovery that is"
                                + " positively gone. This is for a lock whose record is damaged,"
                                + " or names a process of another machine or container. That"
                                + " nobody recovers the copy any more is then your word; the copy"
                                + " stays, and recover or rescue go on with all their proofs.",
                        "The lock of a living process is never removed.")
                .argument("ID", "The copy, as belay staging inspect shows it.")
                .flag("--yes", "Do not ask; needed where there is no terminal to ask on.")
                .example("belay staging unlock ID", "Look, then decide.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        StagingId id = CopyArgument.of(session);
        Output output = session.output();
        try (Recoveries recoveries = Recoveries.of(session)) {
            Unlock unlock = recoveries.unlock();
            String found = unlock.look(id);
            if (!found.isEmpty()) {
                output.line("There is a lock: " + found + ".");
                if (!session.arguments().has("--yes") && !session.confirms("Remove the lock?")) {
                    throw new Refusal(
                            ErrorCode.STAGING_KEPT,
                            id.value(),
                            "is still locked",
                            "answer yes, or say --yes where there is no terminal");
                }
                found = unlock.unlock(id);
            }
            output.line(found.isEmpty() ? "There is no lock." : "Removed the lock.");
            output.answer(
                    JsonObject.builder()
                            .put("id", id.value())
                            .put("unlocked", !found.isEmpty())
                            .put("found", found)
                            .build());
        }
        return ExitCode.OK;
    }
}
