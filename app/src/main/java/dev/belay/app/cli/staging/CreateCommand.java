package dev.belay.app.cli.staging;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.staging.copies.CopiesPlace;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import dev.belay.staging.life.ClaimsWord;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.run.Interruptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// `belay staging create`: makes a sealed copy for somebody else's command.
public final class CreateCommand implements Command {
    @Override
    public Description description() {
        return CopyMaking.describe(
                        Description.of("Makes a sealed copy of the checkout, and leaves it there."))
                .details(
                        "Prints its id and where it is. It counts as in use until belay staging"
                                + " settle ID; belay staging release ID brings its outputs back"
                                + " and removes it.")
                .example("belay staging create", "A copy for a tool that Belay does not start.")
                .example("cd \"$(belay staging create --json | jq -r .path)\"", "Go there.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        CopiesPlace place = CopiesPlace.of(session);
        Interruptions interruptions = CaughtSignals.here();
        try (SyncRoot root = place.open()) {
            root.keepReserve();
            CopyMaking making =
                    CopyMaking.of(session, place, root, session.surroundings().environment());
            CopyProgress progress = new CopyProgress(session.output(), interruptions);
            try (Staging staging =
                    making.sealing().make(making.checkout(), making.options(), progress)) {
                // From here on nobody removes it who was not told that nobody works in it.
                staging.admitted(new ClaimsWord.NotGiven(), List.of());
                Path path = making.sealing().path(staging);
                session.output().line(staging.id().value());
                session.output().line(path.toString());
                session.output()
                        .answer(
                                JsonObject.builder()
                                        .put("id", staging.id().value())
                                        .put("path", path.toString())
                                        .build());
            }
        }
        return ExitCode.OK;
    }
}
