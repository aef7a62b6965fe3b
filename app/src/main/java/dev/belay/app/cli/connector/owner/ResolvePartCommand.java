package dev.belay.app.cli.connector.owner;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.connector.ownership.RunLock;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import java.io.IOException;
import java.util.Optional;

/// `belay connector resolve`: settles a part of an answer on an operator's word.
public final class ResolvePartCommand implements Command {
    @Override
    public Description description() {
        return Description.of(
                        "Settles a part of an answer of which nobody knows whether it is out.")
                .details(
                        "Look at the channel first. The audit keeps what you say. Nothing is sent,"
                                + " and no process may run the binding meanwhile.")
                .argument("BINDING", "Its name.")
                .argument("NONCE", "As `belay connector status` shows it.")
                .argument("WHAT", "`confirmed` if it is there, `refused` if it is not.")
                .example(
                        "belay connector resolve support 8wKk0hT1cQ2mZ5nV7xB3dA confirmed",
                        "The message stands in the channel.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        String nonce = session.arguments().argument(1);
        OutboxStatus what = what(session.arguments().argument(2));
        try (ChosenBinding binding = ChosenBinding.of(session)) {
            RunLock lock =
                    new RunLock(session.world(), binding.directory(), ChosenBinding.WAIT_MAX);
            lock.whileUnowned(() -> {
                resolve(session, binding, nonce, what);
                return nonce;
            });
            session.output().line(nonce + " is " + what.word() + " now.");
            session.output()
                    .answer(
                            JsonObject.builder()
                                    .put("nonce", nonce)
                                    .put("status", what.word())
                                    .build());
            return ExitCode.OK;
        }
    }

    private static OutboxStatus what(String word) throws UsageFailure {
        return switch (word) {
            case "confirmed" -> OutboxStatus.CONFIRMED;
            case "refused" -> OutboxStatus.REFUSED;
            default ->
                    throw new UsageFailure(
                            word + " is neither confirmed nor refused", "Look at the channel.");
        };
    }

    private static void resolve(
            Session session, ChosenBinding binding, String nonce, OutboxStatus what)
            throws IOException {
        try (ConnectorJournal journal =
                ConnectorJournal.open(session.world(), binding.path(), binding.name().label())) {
            Optional<OutboxStatus> status = journal.outbox().status(nonce);
            if (status.filter(OutboxStatus::isUnresolved).isEmpty()) {
                String found = status.map(it -> "is " + it.word()).orElse("was never used");
                throw new Refusal(
                        ErrorCode.DELIVERY_NOT_FOUND,
                        nonce,
                        found + ", so that there is nothing to settle",
                        "`belay connector status` shows what is not settled");
            }
            binding.audit(
                    "connector.resolve",
                    "outbox.jsonl",
                    JsonObject.builder().put("nonce", nonce).put("status", what.word()).build());
            journal.outbox()
                    .append(OutboxLine.resolved(nonce, session.world().clock().now(), what));
            journal.parts().remove(nonce);
        }
    }
}
