package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.wiring.Installation;
import dev.belay.core.audit.AuditEvent;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import dev.belay.core.lock.LinkLock;
import dev.belay.core.lock.LockState;
import dev.belay.core.lock.OperatorWord;
import dev.belay.core.lock.Removal;
import dev.belay.deletion.journal.DeletionJournal;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `belay deletion unlock`: removes the lock of an owner that is gone.
public final class UnlockCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Removes the journal's lock when its owner is gone.")
                .details(
                        "A Belay process that died lets go by itself. What is left is a lock of"
                                + " the Node program whose number lives again, or one that no"
                                + " process can judge. A live owner's lock is never removed.")
                .flag("--owner-is-gone", "Say that the owner is gone, where nobody can show it.")
                .value("--evidence", "TEXT", "How you know, for the audit.")
                .example("belay deletion unlock", "Remove it if its owner is positively gone.")
                .example(
                        "belay deletion unlock --owner-is-gone --evidence 'host decommissioned'",
                        "On your word.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        OperatorWord word = new OperatorWord.None();
        if (session.arguments().has("--owner-is-gone")) {
            word =
                    new OperatorWord.OwnerIsGone(
                            ArgumentsOf.words(session.arguments(), "--evidence"));
        }
        try (Installation installation = session.installation()) {
            AuditLog audit = installation.audit();
            Optional<LinkLock> lock = installation.deletionLock();
            Removal removal = new Removal.Nothing();
            if (lock.isPresent()) {
                OperatorWord said = word;
                removal =
                        lock.get().remove(said, state -> audit.append(List.of(event(state, said))));
            }
            return say(session, removal);
        }
    }

    private static AuditEvent event(LockState state, OperatorWord word) {
        JsonObject.Builder details = JsonObject.builder();
        switch (state) {
            case LockState.Owned owned ->
                    details.put("pid", owned.pid())
                            .put("since", owned.since().toString())
                            .put("verdict", owned.verdict().reason());
            case LockState.Damaged(String found) -> details.put("found", found);
            case LockState.Free _ -> details.put("found", "nothing");
        }
        if (word instanceof OperatorWord.OwnerIsGone(String evidence)) {
            details.put("evidence", evidence);
        }
        return new AuditEvent("deletion.unlock", DeletionJournal.LOCK.file(), details.build());
    }

    private static ExitCode say(Session session, Removal removal) {
        String outcome =
                switch (removal) {
                    case Removal.Nothing _ -> "there is no lock";
                    case Removal.Removed(var owner) -> "removed the lock of process " + owner.pid();
                    case Removal.SetAside(var _, String name) ->
                            "what was no lock record is kept as " + name;
                };
        session.output().line(outcome);
        session.output().answer(JsonObject.builder().put("outcome", outcome).build());
        return ExitCode.OK;
    }
}
