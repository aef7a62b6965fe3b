package dev.belay.app.cli.connector.owner;

import dev.belay.app.cli.frame.Arguments;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.connector.ownership.ProcessingStops;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import java.io.IOException;

/// `belay connector hold`: brakes a binding for one generation of a script's work.
public final class HoldCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Brakes a binding for a script, which can lift only its own brake.")
                .details("Does not signal the process, which sees the brake at its next question.")
                .argument("BINDING", "Its name.")
                .value("--generation", "UUID", "A version 4 UUID, in lower case.")
                .example(
                        "belay connector hold support"
                                + " --generation 3f0c1ad2-8a52-4bb1-9d5e-0e5d4f4c1b2a",
                        "Before a migration.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        String generation = generation(session.arguments());
        try (ChosenBinding binding = ChosenBinding.of(session)) {
            new ProcessingStops(session.world(), binding.directory()).hold(generation);
            session.output().line("Held.");
            session.output().answer(JsonObject.builder().put("held", true).build());
            return ExitCode.OK;
        }
    }

    static String generation(Arguments arguments) throws UsageFailure {
        return arguments
                .text("--generation")
                .orElseThrow(() -> new UsageFailure("--generation is missing", "See --help."));
    }
}
