package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.wiring.Installation;
import dev.belay.core.error.ExitCode;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.custody.Deletions;
import java.io.IOException;

/// `belay deletion forget`: releases a computer that was never there.
public final class ForgetCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Releases a computer that was never there, or is gone elsewhere.")
                .details("The provider is asked directly; only its 404 or 410 releases the fence.")
                .argument("ID", "The computer's id.")
                .flag("--missing", "Say that you know it to be missing.")
                .value("--reason", "TEXT", "Why, for the audit.")
                .example(
                        "belay deletion forget bx_23456789 --missing --reason 'typo in the id'",
                        "Nothing has that id at the provider.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        BoxId id = ArgumentsOf.id(session.arguments().argument(0));
        String reason = ArgumentsOf.words(session.arguments(), "--reason");
        if (!session.arguments().has("--missing")) {
            throw new UsageFailure(
                    "forget releases only what is missing", "Say so with --missing.");
        }
        EndingView view = new EndingView(session.output());
        try (Installation installation = session.installation()) {
            Deletions deletions =
                    installation.deletions(installation.provider(), view::event, view::notice);
            return view.one(deletions.forget(id, reason));
        }
    }
}
