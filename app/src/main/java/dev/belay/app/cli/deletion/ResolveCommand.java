package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.wiring.Installation;
import dev.belay.app.wiring.NoProvider;
import dev.belay.core.error.ExitCode;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.custody.Deletions;
import java.io.IOException;

/// `belay deletion resolve`: releases a computer on an operator's word.
public final class ResolveCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Releases a computer on your word, where no machine can prove it.")
                .details("The audit keeps what you say. Nothing is asked of the provider.")
                .argument("ID", "The computer's id.")
                .value("--evidence", "TEXT", "How you know that it is gone.")
                .example(
                        "belay deletion resolve bx_23456789 --evidence 'account closed, ticket 8'",
                        "The provider can no longer be asked.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        BoxId id = ArgumentsOf.id(session.arguments().argument(0));
        String evidence = ArgumentsOf.words(session.arguments(), "--evidence");
        EndingView view = new EndingView(session.output());
        try (Installation installation = session.installation()) {
            Deletions deletions =
                    installation.deletions(new NoProvider(), view::event, view::notice);
            return view.one(deletions.resolve(id, evidence));
        }
    }
}
