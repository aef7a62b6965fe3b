package dev.belay.app.cli.connector;

import dev.belay.app.binding.BindingDefinition;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.serving.RunLog;
import dev.belay.app.serving.Serving;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Installation;
import dev.belay.connector.BindingName;
import dev.belay.connector.journal.JournalView;
import dev.belay.core.brake.StopFile;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import dev.belay.system.Directory;
import java.io.IOException;

/// `belay connector reconcile`: finds out what became of parts that may be out.
public final class ReconcileCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Finds out what became of answers that may be out; asks no engine.")
                .details(
                        "A running binding does it by itself, at its start and after each break"
                                + " of the connection. Exit 4: some parts stay unknown, and"
                                + " `belay connector resolve` settles them on your word.")
                .argument("BINDING", "Its name; no process may run it meanwhile.")
                .example("belay connector reconcile support", "Before a binding is retired.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        BindingName name = Bindings.name(session.arguments().argument(0));
        try (Installation installation = session.installation()) {
            Bindings bindings = Wiring.bindings(session, installation);
            bindings.requireKnown(name);
            BindingDefinition definition = new BindingSource(session, bindings, name).read();
            StopFile everything = installation.stop();
            RunLog log =
                    new RunLog(
                            session.world().clock(),
                            new RunLog.ForPeople(session.output()::progress));
            try (Directory directory = bindings.create(name)) {
                Serving.Place place =
                        new Serving.Place(
                                session.world(),
                                bindings.pathOf(name),
                                directory,
                                everything::check);
                Serving.Parts parts =
                        new Wiring(session, installation).parts(definition, directory, log);
                try (Serving serving = Serving.open(place, definition, parts)) {
                    serving.settle();
                }
                return say(session, place);
            }
        }
    }

    private static ExitCode say(Session session, Serving.Place place) throws IOException {
        try (JournalView view = JournalView.open(place.world(), place.path(), place.directory())) {
            int left = view.unresolved().size();
            session.output()
                    .line(left == 0 ? "Everything is settled." : left + " parts stay unknown.");
            session.output().answer(JsonObject.builder().put("unresolved", left).build());
            return left == 0 ? ExitCode.OK : ExitCode.PENDING;
        }
    }
}
