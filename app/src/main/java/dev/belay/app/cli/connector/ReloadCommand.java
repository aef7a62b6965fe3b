package dev.belay.app.cli.connector;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Installation;
import dev.belay.connector.BindingName;
import dev.belay.connector.journal.JournalView;
import dev.belay.connector.ownership.Stopping;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
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
                Place place = new Place(session.world(), bindings, name, directory);
                Reloads before = place.reloads();
                switch (new Stopping(session.world(), directory).reload()) {
                    case Stopping.Signal.Sent _ -> {}
                    case Stopping.Signal.Nobody _ -> throw notSent(name, "is not running");
                    case Stopping.Signal.NotSent(String why) ->
                            throw notSent(name, "was not asked: its owner or lock " + why);
                }
                return say(session, place.after(before));
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

    /// What stands in the journal of reloads.
    ///
    /// @param last empty where there was none yet
    private record Reloads(long count, Optional<JsonObject> last) {}

    private record Place(World world, Bindings bindings, BindingName name, Directory directory) {
        Reloads reloads() throws IOException {
            try (JournalView view = JournalView.open(world, bindings.pathOf(name), directory)) {
                return new Reloads(view.reloads(), view.lastReload());
            }
        }

        /// What came after `before`; empty when nothing did in time.
        Optional<JsonObject> after(Reloads before) throws IOException {
            Duration end = world.clock().elapsed().plus(WAIT_MAX);
            while (world.clock().elapsed().compareTo(end) < 0) {
                Reloads now = reloads();
                if (now.count() > before.count()) {
                    return now.last();
                }
                world.waiting().pause(POLL);
            }
            return Optional.empty();
        }
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
