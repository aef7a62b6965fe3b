package dev.belay.app.cli.staging;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.recovery.Recovery;
import java.io.IOException;

/// `belay staging rescue`: writes what a copy holds into its repository, and then removes the copy.
public final class RescueCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Saves an abandoned copy as a commit, and removes it.")
                .details(
                        "The commit is at refs/belay/rescued/ID of the repository that the copy"
                                + " came from: its files as they are now, without what the"
                                + " repository ignores. Working tree and index stay as they are;"
                                + " no hook or filter runs. The copy goes once all of it was read"
                                + " back and hashed. A rescue that was cut off goes on.",
                        "Its owner has to be gone, and no lease may claim it.")
                .argument("ID", "The copy, as belay staging inspect shows it.")
                .value("--lease-tool", "PROGRAM", "Ask this program for claims, as crabbox.")
                .flag("--paranoid", "Let Git check the history of the commit, too.")
                .example("belay staging rescue ID", "Keep the work, free the space.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        StagingId id = CopyArgument.of(session);
        try (Recoveries recoveries = Recoveries.of(session)) {
            Recovery.Outcome outcome = recoveries.rescue().recover(id, Demand.RESCUE);
            String ref = "refs/belay/rescued/" + id.value();
            session.output().line("Rescued to " + ref + ", and removed.");
            session.output()
                    .answer(
                            JsonObject.builder()
                                    .put("id", id.value())
                                    .put("ref", ref)
                                    .put("grounds", RecoverCopyCommand.json(outcome.grounds()))
                                    .build());
        }
        return ExitCode.OK;
    }
}
