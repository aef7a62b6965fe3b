package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.wiring.Installation;
import dev.belay.core.error.ExitCode;
import dev.belay.deletion.Target;
import dev.belay.deletion.custody.Deletions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// `belay deletion request`: deletes a computer safely.
public final class RequestCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Deletes a computer: written down, sent, followed to proof.")
                .details(
                        "Until it is proved gone, nobody creates a computer in its place. Ask again"
                                + " with the same words after any failure: nothing is sent twice"
                                + " that is under way.")
                .argument("ID", "The computer's id, bx_ and 8 characters.")
                .value("--name", "NAME", "The name it has; it must be the right one.")
                .value("--owner", "BOT", "The bot that it belongs to.")
                .value("--wait", "TIME", "How long to follow it: 60s by default.")
                .flag("--no-wait", "Look once, and do not wait.")
                .example(
                        "belay deletion request bx_23456789 --name web-1",
                        "Delete it, and wait up to a minute for the proof.")
                .example(
                        "belay deletion request bx_23456789 --name web-1 --no-wait --json",
                        "From a script: exit 4 says that it goes on; follow it later.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        Target target = ArgumentsOf.target(session.arguments());
        Duration wait = ArgumentsOf.wait(session.arguments());
        EndingView view = new EndingView(session.output());
        try (Installation installation = session.installation();
                Interruption _ = new Interruption(session.output(), List.of(target.id().value()))) {
            Deletions deletions =
                    installation.deletions(installation.provider(), view::event, view::notice);
            return view.one(deletions.request(target, wait));
        }
    }
}
