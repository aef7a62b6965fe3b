package dev.belay.app.cli.connector.owner;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.connector.ownership.BindingStop;
import dev.belay.connector.ownership.ProcessingStops;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import java.io.IOException;

/// `belay connector unhold`: lifts the brake of a generation, unless anybody else has braked.
public final class UnholdCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Lifts the brake of a script, unless anybody else has braked.")
                .details("Exit 3 says that a STOP stands which is not, or not only, this one's.")
                .argument("BINDING", "Its name.")
                .value("--generation", "UUID", "The one that was given to `hold`.")
                .example(
                        "belay connector unhold support"
                                + " --generation 3f0c1ad2-8a52-4bb1-9d5e-0e5d4f4c1b2a",
                        "After the migration.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        String generation = HoldCommand.generation(session.arguments());
        try (ChosenBinding binding = ChosenBinding.of(session)) {
            boolean isLifted =
                    new ProcessingStops(session.world(), binding.directory()).unhold(generation);
            if (!isLifted && new BindingStop(session.world(), binding.directory()).isSet()) {
                throw new Refusal(
                        ErrorCode.BRAKED,
                        binding.directory().label(BindingStop.NAME),
                        "holds something else than this generation, and stays",
                        "`belay connector status` shows its lines");
            }
            session.output().line(isLifted ? "Lifted." : "No STOP is set.");
            session.output().answer(JsonObject.builder().put("lifted", isLifted).build());
            return ExitCode.OK;
        }
    }
}
