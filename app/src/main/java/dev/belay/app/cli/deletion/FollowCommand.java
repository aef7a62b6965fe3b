package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Arguments;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.wiring.Installation;
import dev.belay.core.error.ExitCode;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.custody.Deletions;
import dev.belay.deletion.journal.DeletionJournal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `belay deletion follow`: follows deletions to proof.
public final class FollowCommand implements Command {
    private static final Duration FOREVER = Duration.ofDays(3650);

    @Override
    public Description description() {
        return Description.of("Follows deletions to proof; never sends a DELETE.")
                .arguments("ID", "The computers' ids.")
                .flag("--all", "Follow every deletion that is remembered.")
                .flag("--watch", "Go on until every one has ended.")
                .value("--wait", "TIME", "How long to follow it: 60s by default.")
                .flag("--no-wait", "Look once, and do not wait.")
                .example("belay deletion follow bx_23456789", "Wait for one.")
                .example("belay deletion follow --all --no-wait", "From cron: one look at each.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        Arguments arguments = session.arguments();
        List<String> words = arguments.arguments(0);
        if (words.isEmpty() != arguments.has("--all")) {
            throw new UsageFailure("follow what?", "Give ids, or --all.");
        }
        List<BoxId> ids = new ArrayList<>();
        for (String word : words) {
            ids.add(ArgumentsOf.id(word));
        }
        Duration wait = arguments.has("--watch") ? FOREVER : ArgumentsOf.wait(arguments);
        EndingView view = new EndingView(session.output());
        try (Installation installation = session.installation();
                Interruption _ = new Interruption(session.output(), words)) {
            if (ids.isEmpty() && isEmpty(installation)) {
                return view.several(List.of());
            }
            Deletions deletions =
                    installation.deletions(installation.provider(), view::event, view::notice);
            if (ids.size() == 1) {
                return view.one(deletions.follow(ids.getFirst(), wait));
            }
            return view.several(
                    ids.isEmpty() ? deletions.followAll(wait) : deletions.follow(ids, wait));
        }
    }

    private static boolean isEmpty(Installation installation) throws IOException {
        Optional<DeletionJournal> journal = installation.lookAtJournal();
        return journal.isEmpty() || journal.get().snapshot().isEmpty();
    }
}
