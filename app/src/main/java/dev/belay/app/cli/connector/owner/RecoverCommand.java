package dev.belay.app.cli.connector.owner;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.connector.ownership.Recovery;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import java.io.IOException;

/// `belay connector recover`: removes the lock of an owner that is gone, unless anybody has braked.
public final class RecoverCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Removes what a dead owner left, unless the binding is braked.")
                .details(
                        "`belay connector run` does the same by itself. A refusal (exit 3) does"
                                + " not get better by trying again: somebody has braked, or the"
                                + " owner lives or cannot be judged.")
                .argument("BINDING", "Its name.")
                .example("belay connector recover support", "Before a start by another program.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        try (ChosenBinding binding = ChosenBinding.of(session)) {
            Recovery recovery =
                    new Recovery(session.world(), binding.directory(), ChosenBinding.WAIT_MAX);
            Recovery.Recovered outcome =
                    recovery.recover(state ->
                            binding.audit("connector.recover", "run.lock", OwnerView.json(state)));
            boolean isCleared = outcome == Recovery.Recovered.CLEARED;
            session.output()
                    .line(isCleared ? "Removed the lock of an owner that is gone." : "Clean.");
            session.output()
                    .answer(
                            JsonObject.builder()
                                    .put("outcome", isCleared ? "cleared" : "clean")
                                    .build());
            return ExitCode.OK;
        }
    }
}
