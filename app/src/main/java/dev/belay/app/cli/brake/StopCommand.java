package dev.belay.app.cli.brake;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.core.brake.StopFile;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import dev.belay.system.Directory;
import java.io.IOException;

/// `belay stop --all`: nothing new begins, in any process, until the brake is cleared.
public final class StopCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Stops everything: no new effect begins until `belay clear --all`.")
                .details(
                        "Works when the disk is full, when a lock was left behind, and when a"
                                + " process hangs. What was begun is followed to its end.")
                .flag(
                        "--all",
                        "The brake of the whole data root; needed, so that none is set by"
                                + " mistake.")
                .value("--reason", "TEXT", "Why, for whoever clears it.")
                .example(
                        "belay stop --all --reason 'the provider answers nonsense'",
                        "From now on no DELETE is sent.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        requireAll(session);
        String reason = session.arguments().text("--reason").orElse("operator");
        try (Directory root = session.root().createForBrake()) {
            StopFile.Brake brake = new StopFile(session.world(), root).set(reason);
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

    static void requireAll(Session session) throws UsageFailure {
        if (!session.arguments().has("--all")) {
            throw new UsageFailure("which brake?", "Say --all for that of the whole data root.");
        }
    }
}
