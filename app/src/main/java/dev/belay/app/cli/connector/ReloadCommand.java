package dev.belay.app.cli.connector;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Installation;
import dev.belay.connector.BindingName;
import dev.belay.connector.line.ReloadLine;
import dev.belay.connector.ownership.Stopping;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.core.log.LogEnd;
import dev.belay.core.log.LogLines;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `belay connector reload`: lets a running binding read its settings again, and says what came of
/// it.
public final class ReloadCommand implements Command {
    private static final Duration WAIT_MAX = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(50);

    @Override
    public Description description() {
        return Description.of("Lets a running binding read its settings again.")
                .details(
                        "All of the file holds, or nothing of it. Channel, token, and the port of"
                                + " metrics need a new start.")
                .argument("BINDING", "Its name.")
                .example("belay connector reload support", "After its file was changed.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        BindingName name = Bindings.name(session.arguments().argument(0));
        try (Installation installation = session.installation()) {
            Bindings bindings = Wiring.bindings(session, installation);
            bindings.requireKnown(name);
            Optional<Directory> opened = bindings.lookAt(name);
            if (opened.isEmpty()) {
                throw notSent(name, "is not running");
            }
            try (Directory directory = opened.get()) {
                LogEnd before = LogLines.read(directory, ReloadLine.LOG, _ -> {});
                switch (new Stopping(session.world(), directory).reload()) {
                    case Stopping.Signal.Sent _ -> {}
                    case Stopping.Signal.Nobody _ -> throw notSent(name, "is not running");
                    case Stopping.Signal.NotSent(String why) ->
                            throw notSent(name, "was not asked: its owner or lock " + why);
                }
                return say(session, after(before, directory, session.world()));
            }
        }
    }

    private static Refusal notSent(BindingName name, String found) {
        return new Refusal(
                ErrorCode.OWNER_NOT_GONE,
                name.label(),
                found,
                "the next start reads the settings; `belay config check` checks them now");
    }

    /// The attempt that was written down behind `before`; empty when none was in time.
    private static Optional<JsonObject> after(LogEnd before, Directory directory, World world)
            throws IOException {
        Duration end = world.clock().elapsed().plus(WAIT_MAX);
        List<JsonObject> attempts = new ArrayList<>();
        while (world.clock().elapsed().compareTo(end) < 0) {
            LogLines.readOn(directory, ReloadLine.LOG, before, line -> attempts.add(line.object()));
            if (!attempts.isEmpty()) {
                return Optional.of(attempts.getLast());
            }
            world.waiting().pause(POLL);
        }
        return Optional.empty();
    }

    private static ExitCode say(Session session, Optional<JsonObject> reload) {
        if (reload.isEmpty()) {
            session.output().line("It was asked, and has not said yet what came of it.");
            session.output().answer(JsonObject.builder().put("outcome", "pending").build());
            return ExitCode.PENDING;
        }
        JsonObject line = reload.get();
        session.output().line(JsonText.print(line));
        session.output().answer(line);
        boolean isApplied = line.string("outcome").equals(Optional.of("applied"));
        return isApplied ? ExitCode.OK : ExitCode.FAILED;
    }
}
