package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Arguments;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.wiring.Installation;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.Target;
import dev.belay.deletion.custody.Deletions;
import dev.belay.deletion.custody.Gate;
import dev.belay.deletion.journal.DeletionJournal;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `belay deletion check`: the gate before a computer is created.
public final class CheckCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Says whether a computer may be created.")
                .details(
                        "For whoever creates computers, before each creation. Exit 0: free. Exit 3:"
                                + " a deletion is not over. Exit 4: this very check saw it end; ask"
                                + " again, so that one click never both deletes and creates. Never"
                                + " sends a DELETE.")
                .optional("ID", "The computer in whose place one is created.")
                .value("--owner", "BOT", "The bot for which one is created.")
                .example("belay deletion check --owner bot-7", "May bot-7 get a computer?");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        Arguments arguments = session.arguments();
        Optional<String> id = arguments.optional(0);
        Optional<String> owner = arguments.text("--owner");
        if (id.isPresent() == owner.isPresent()) {
            throw new UsageFailure("check what?", "Give an id, or --owner BOT.");
        }
        if (owner.isPresent() && !Target.isOwner(owner.get())) {
            throw new UsageFailure("--owner: not the id of a bot", "1 to 120 of A-Z a-z 0-9 _ -");
        }
        BoxId box = id.isPresent() ? ArgumentsOf.id(id.get()) : null;
        EndingView view = new EndingView(session.output());
        try (Installation installation = session.installation()) {
            Optional<DeletionJournal> journal = installation.lookAtJournal();
            if (journal.isEmpty() || isFree(journal.get(), box, owner)) {
                return say(session, new Gate.Free());
            }
            Deletions deletions =
                    installation.deletions(installation.provider(), view::event, view::notice);
            return say(
                    session,
                    box == null ? deletions.checkOwner(owner.orElse("")) : deletions.check(box));
        }
    }

    private static boolean isFree(
            DeletionJournal journal, @Nullable BoxId box, Optional<String> owner)
            throws IOException {
        return box == null ? !journal.hasPendingFor(owner.orElse("")) : journal.find(box).isEmpty();
    }

    private static ExitCode say(Session session, Gate gate) {
        String ids =
                switch (gate) {
                    case Gate.Free _ -> "";
                    case Gate.Deleting(var records) ->
                            records.stream()
                                    .map(record -> record.id().value())
                                    .collect(Collectors.joining(" "));
                    case Gate.Finished(var finished) ->
                            finished.stream().map(BoxId::value).collect(Collectors.joining(" "));
                };
        ExitCode exit =
                switch (gate) {
                    case Gate.Free _ -> ExitCode.OK;
                    case Gate.Deleting _ -> ExitCode.HELD;
                    case Gate.Finished _ -> ExitCode.PENDING;
                };
        session.output().line((gate.code() + " " + ids).strip());
        if (session.output().isJson()) {
            session.output()
                    .document(
                            JsonObject.builder()
                                    .put("ok", exit == ExitCode.OK)
                                    .put("code", gate.code())
                                    .put("computers", ids)
                                    .put("exitCode", exit.number())
                                    .build());
        }
        return exit;
    }
}
