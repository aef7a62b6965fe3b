package dev.belay.app.cli.staging;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.run.Release;
import java.io.IOException;

/// `belay staging release`: brings the outputs of a settled copy back, and removes it.
public final class ReleaseCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Brings the outputs of a settled copy back, and removes it.")
                .details(
                        "As the end of belay staging exec does it. What is in the copy beside its"
                                + " outputs is lost.")
                .argument("ID", "The copy, as belay staging create printed it.")
                .values("--output", "PATHS", "Bring these back too, with commas between them.")
                .example("belay staging release ID", "Outputs come back, and the copy goes.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        StagingId id = CopyArgument.of(session);
        Release.Outcome outcome;
        try (Recoveries recoveries = Recoveries.of(session)) {
            outcome =
                    recoveries
                            .release()
                            .release(id, CopyMaking.list(session.arguments(), "--output"));
        }
        say(session.output(), outcome);
        return ExitCode.OK;
    }

    private static void say(Output output, Release.Outcome outcome) {
        for (String path : outcome.missing()) {
            output.complaint("belay: there is no output " + path);
        }
        String preserved = outcome.preserved();
        if (preserved != null) {
            output.line("Outputs are in " + preserved);
        }
        output.line("Removed.");
        output.answer(
                JsonObject.builder()
                        .put("id", outcome.id().value())
                        .put("preserved", preserved == null ? "" : preserved)
                        .build());
    }
}
