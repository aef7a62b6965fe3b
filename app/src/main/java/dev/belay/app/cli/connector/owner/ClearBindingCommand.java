package dev.belay.app.cli.connector.owner;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.connector.ownership.BindingStop;
import dev.belay.connector.ownership.StopText;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import java.io.IOException;
import java.util.Optional;

/// `belay connector clear`: shows who braked a binding and why, asks, and removes the brake.
public final class ClearBindingCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Shows why a binding is braked, asks, and removes the brake.")
                .details("A brake that is set again meanwhile stays.")
                .argument("BINDING", "Its name.")
                .flag("--yes", "Do not ask; needed where there is no terminal to ask on.")
                .example("belay connector clear support", "Look, then decide.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        try (ChosenBinding binding = ChosenBinding.of(session)) {
            BindingStop stop = new BindingStop(session.world(), binding.directory());
            Optional<StopText> shown = stop.read();
            if (shown.isEmpty()) {
                return nothing(session.output());
            }
            return clear(session, binding, shown.get());
        }
    }

    private static ExitCode clear(Session session, ChosenBinding binding, StopText shown)
            throws IOException {
        Output output = session.output();
        output.line("STOP is set:");
        BrakeView.texts(BrakeView.reasons(shown)).forEach(output::line);
        if (!session.arguments().has("--yes") && !session.confirms("Remove it?")) {
            throw new Refusal(
                    ErrorCode.BRAKED,
                    binding.directory().label(BindingStop.NAME),
                    "still stands",
                    "answer yes, or say --yes where there is no terminal");
        }
        JsonObject details =
                JsonObject.builder().put("lines", BrakeView.json(BrakeView.reasons(shown))).build();
        // Before the release: a line without one is harmless.
        binding.audit("connector.clear", BindingStop.NAME, details);
        if (!new BindingStop(session.world(), binding.directory()).clear(shown)) {
            return nothing(output);
        }
        output.line("Cleared. It may be started again.");
        output.answer(
                JsonObject.builder()
                        .put("cleared", true)
                        .put("lines", BrakeView.json(BrakeView.reasons(shown)))
                        .build());
        return ExitCode.OK;
    }

    private static ExitCode nothing(Output output) {
        output.line("No STOP is set.");
        output.answer(JsonObject.builder().put("cleared", false).build());
        return ExitCode.OK;
    }
}
