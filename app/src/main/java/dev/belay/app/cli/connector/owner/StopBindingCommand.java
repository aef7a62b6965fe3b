package dev.belay.app.cli.connector.owner;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.connector.ownership.Stopping;
import dev.belay.connector.ownership.Stopping.Signal;
import dev.belay.connector.ownership.Stopping.Stopped;
import dev.belay.core.brake.Brake;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import dev.belay.system.DiskFault;
import java.io.IOException;

/// `belay connector stop`: brakes a binding, and asks its process to end.
public final class StopBindingCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Brakes a binding: no new question, and its process ends.")
                .details(
                        "Works when the disk is full, when a lock was left behind, and when the"
                                + " process hangs. What was begun is ended in order; nothing"
                                + " automatic clears the brake.")
                .argument("BINDING", "Its name.")
                .value("--reason", "TEXT", "Why, for whoever clears it.")
                .example(
                        "belay connector stop support --reason 'answers nonsense'",
                        "From now on it answers nothing.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        String reason = session.arguments().text("--reason").orElse("operator");
        try (ChosenBinding binding = ChosenBinding.of(session)) {
            Stopped stopped = new Stopping(session.world(), binding.directory()).stop(reason);
            say(session.output(), binding, stopped);
            if (stopped.brake().isEmpty()) {
                throw notSet(binding, stopped);
            }
            return ExitCode.OK;
        }
    }

    private static void say(Output output, ChosenBinding binding, Stopped stopped) {
        if (stopped.brake().isPresent()) {
            Brake brake = stopped.brake().get();
            output.line(
                    "Stopped. %s answers nothing until `belay connector clear %s`."
                            .formatted(binding.name(), binding.name()));
            if (!brake.reasonKept()) {
                output.complaint("The reason could not be written; the brake is set.");
            }
            if (!brake.durable()) {
                output.complaint("The brake is set, but a power cut now might lift it.");
            }
            output.answer(
                    JsonObject.builder()
                            .put("stopped", true)
                            .put("reasonKept", brake.reasonKept())
                            .put("durable", brake.durable())
                            .put("signal", json(stopped.signal()))
                            .build());
        }
        switch (stopped.signal()) {
            case Signal.Sent(long pid) -> output.line("Process " + pid + " was asked to end.");
            case Signal.Nobody _ -> output.line("No process runs it.");
            case Signal.NotSent(String why) ->
                    output.complaint("No process was signalled: the owner or its lock " + why);
        }
    }

    private static JsonObject json(Signal signal) {
        JsonObject.Builder json = JsonObject.builder();
        switch (signal) {
            case Signal.Sent(long pid) -> json.put("sent", true).put("pid", pid);
            case Signal.Nobody _ -> json.put("sent", false);
            case Signal.NotSent(String why) -> json.put("sent", false).put("why", why);
        }
        return json.build();
    }

    private static Refusal notSet(ChosenBinding binding, Stopped stopped) {
        String why = stopped.failure().map(DiskFault::getMessage).orElse("");
        return new Refusal(
                ErrorCode.STATE_UNWRITABLE,
                binding.directory().label("STOP"),
                "could not be set: " + why,
                stopped.signal() instanceof Signal.Sent
                        ? "its process was asked to end; make sure that nothing starts it again"
                        : "end its process by hand, and make sure that nothing starts it again");
    }
}
