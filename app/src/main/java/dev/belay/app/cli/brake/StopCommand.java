package dev.belay.app.cli.brake;

import dev.belay.app.cli.connector.owner.StopBindingCommand;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.core.brake.Brake;
import dev.belay.core.brake.StopFile;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import dev.belay.system.Directory;
import java.io.IOException;

/// `belay stop`: nothing new begins, in any process, until the brake is cleared.
public final class StopCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Stops a binding, or everything: no new effect begins until cleared.")
                .details(
                        "Works when the disk is full, when a lock was left behind, and when a"
                                + " process hangs. What was begun is followed to its end.")
                .optional("BINDING", "One binding of the connector, as `belay connector stop`.")
                .flag("--all", "The brake of the whole data root.")
                .value("--reason", "TEXT", "Why, for whoever clears it.")
                .example(
                        "belay stop --all --reason 'the provider answers nonsense'",
                        "From now on no DELETE is sent, and no engine is asked.")
                .example("belay stop support", "From now on that binding answers nothing.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        if (isBinding(session)) {
            return new StopBindingCommand().run(session);
        }
        String reason = session.arguments().text("--reason").orElse("operator");
        try (Directory root = session.root().createForBrake()) {
            Brake brake = new StopFile(session.world(), root).set(reason);
            session.output().line("Stopped. Nothing new begins until `belay clear --all`.");
            if (!brake.reasonKept()) {
                session.output().complaint("The reason could not be written; the brake is set.");
            }
            if (!brake.durable()) {
                session.output().complaint("The brake is set, but a power cut now might lift it.");
            }
            session.output()
                    .answer(
                            JsonObject.builder()
                                    .put("stopped", true)
                                    .put("reasonKept", brake.reasonKept())
                                    .put("durable", brake.durable())
                                    .build());
        }
        return ExitCode.OK;
    }

    /// Whether the brake of one binding is meant, or that of everything.
    static boolean isBinding(Session session) throws UsageFailure {
        boolean isNamed = session.arguments().optional(0).isPresent();
        if (isNamed == session.arguments().has("--all")) {
            throw new UsageFailure(
                    "which brake?", "Name a binding, or say --all for the whole data root.");
        }
        return isNamed;
    }
}
