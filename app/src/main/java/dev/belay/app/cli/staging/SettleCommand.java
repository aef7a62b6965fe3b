package dev.belay.app.cli.staging;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import dev.belay.staging.receipt.StagingId;
import java.io.IOException;

/// `belay staging settle`: nobody works in a copy any more.
public final class SettleCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Says that nobody works any more in a copy.")
                .details(
                        "For a copy of belay staging create, and for one whose run was killed. It"
                                + " is refused while a process works in the copy, or has anything"
                                + " of it open or mapped; one that cannot be looked into counts.")
                .argument("ID", "The copy, as belay staging create printed it.")
                .example("belay staging settle ID", "Done with it.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        StagingId id = CopyArgument.of(session);
        try (Recoveries recoveries = Recoveries.of(session)) {
            recoveries.settlement().settle(id);
        }
        session.output().line("Nobody works in it. belay staging release brings its outputs back.");
        session.output().answer(JsonObject.builder().put("id", id.value()).build());
        return ExitCode.OK;
    }
}
