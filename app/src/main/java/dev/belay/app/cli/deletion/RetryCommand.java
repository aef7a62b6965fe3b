package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.wiring.Installation;
import dev.belay.core.error.ExitCode;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.custody.Deletions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// `belay deletion retry`: deletes again what is remembered.
public final class RetryCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Deletes again what is remembered, deliberately.")
                .details(
                        "It looks first: what is under way is followed, what is gone is released,"
                                + " and DELETE is sent only to the computer that is meant.")
                .argument("ID", "The computer's id.")
                .value("--wait", "TIME", "How long to follow it: 60s by default.")
                .flag("--no-wait", "Look once, and do not wait.")
                .example(
                        "belay deletion retry bx_23456789",
                        "After the provider refused, or did not answer.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        BoxId id = ArgumentsOf.id(session.arguments().argument(0));
        Duration wait = ArgumentsOf.wait(session.arguments());
        EndingView view = new EndingView(session.output());
        try (Installation installation = session.installation();
                Interruption _ = new Interruption(session.output(), List.of(id.value()))) {
            Deletions deletions =
                    installation.deletions(installation.provider(), view::event, view::notice);
            return view.one(deletions.retry(id, wait));
        }
    }
}
