package dev.belay.app.cli.connector.owner;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.connector.ownership.Recovery;
import dev.belay.connector.ownership.Recovery.Unlocked;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import java.io.IOException;

/// `belay connector unlock`: removes the lock of an owner that is gone, and leaves the brake set.
public final class UnlockBindingCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Removes the lock of an owner that is gone, and leaves STOP set.")
                .details(
                        "For when you want to look before anything starts. A lock whose owner"
                                + " lives, or cannot be judged, stays, and STOP is not set then.")
                .argument("BINDING", "Its name.")
                .value("--reason", "TEXT", "Why, for whoever clears STOP.")
                .example("belay connector unlock support", "Then look, and clear it.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        String reason = session.arguments().text("--reason").orElse("unlock");
        try (ChosenBinding binding = ChosenBinding.of(session)) {
            Recovery recovery =
                    new Recovery(session.world(), binding.directory(), ChosenBinding.WAIT_MAX);
            Unlocked unlocked =
                    recovery.unlock(
                            reason,
                            state ->
                                    binding.audit(
                                            "connector.unlock", "run.lock", OwnerView.json(state)));
            String outcome =
                    switch (unlocked) {
                        case Unlocked.Nothing _ -> "there is no lock";
                        case Unlocked.Removed(var state) ->
                                "removed the lock, which " + state.found();
                    };
            session.output().line(outcome);
            session.output()
                    .line(
                            "STOP is set; look, then run `belay connector clear %s`."
                                    .formatted(binding.name()));
            session.output()
                    .answer(
                            JsonObject.builder()
                                    .put("outcome", outcome)
                                    .put("removed", unlocked instanceof Unlocked.Removed)
                                    .build());
            return ExitCode.OK;
        }
    }
}
