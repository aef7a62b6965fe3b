package dev.belay.app.cli.custody;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.cli.staging.copies.CopyExplanation;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Installation;
import dev.belay.connector.BindingName;
import dev.belay.connector.Snowflake;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.OperationId;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// `belay explain ID`: one thing in custody, or released: its state, what is missing, its history.
public final class ExplainCommand implements Command {
    /// As long as Discord allows, and no name that somebody types.
    private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9_-]{16,25}");

    @Override
    public Description description() {
        return Description.of("Explains one thing: state, history, missing proof, what helps.")
                .details(
                        "Of a message: when it was accepted, admitted, and answered or dropped, and"
                                + " whether each part of the answer is out; never its text. Reads"
                                + " files only.")
                .argument(
                        "ID",
                        "The id of a computer, of a deletion operation, of a message, or of a"
                                + " sealed copy; or the nonce of a part of an answer.")
                .value("--binding", "NAME", "Look in this binding only, for an id of any form.")
                .example("belay explain bx_23456789", "Why is it still fenced, or when was it not?")
                .example("belay explain 1289341234567890123", "Why was this message not answered?");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        String id = session.arguments().argument(0);
        Optional<String> binding = session.arguments().text("--binding");
        boolean isDeletion = BoxId.isValid(id) || OperationId.isValid(id);
        boolean isMessage = Snowflake.parse(id).isPresent() || NONCE.matcher(id).matches();
        if (binding.isEmpty() && !isDeletion && !isMessage && !CopyExplanation.isAbout(id)) {
            throw new UsageFailure(
                    id + " is no id that Belay gives or keeps",
                    "An id is bx_ or bdop_ and what follows it, the number of a message, or the"
                            + " UUID of a copy.");
        }
        if (binding.isEmpty() && CopyExplanation.isAbout(id)) {
            CopyExplanation.tell(session, id);
            return ExitCode.OK;
        }
        try (Installation installation = session.installation()) {
            if (binding.isEmpty() && isDeletion) {
                DeletionStory.tell(session, installation, id);
            } else {
                tellOfMessage(session, installation, id);
            }
        }
        return ExitCode.OK;
    }

    private static void tellOfMessage(Session session, Installation installation, String id)
            throws IOException {
        Bindings bindings =
                new Bindings(session.world(), installation.connectorPath(), session.bindingFiles());
        Optional<String> binding = session.arguments().text("--binding");
        Collection<BindingName> names;
        if (binding.isPresent()) {
            BindingName name = Bindings.name(binding.get());
            bindings.requireKnown(name);
            names = List.of(name);
        } else {
            names = bindings.names();
        }
        List<MessageStory> stories = MessageStory.all(session.world(), bindings, names, id);
        if (stories.isEmpty()) {
            throw new Refusal(
                    ErrorCode.MESSAGE_NOT_FOUND,
                    id,
                    "no file of a binding knows it, and no gap covers it",
                    "`belay connector history` lists turns; a message that was not for the bot"
                            + " leaves nothing");
        }
        stories.forEach(story -> MessageView.print(session.output(), story));
        List<JsonValue> all = stories.stream().<JsonValue>map(MessageView::json).toList();
        session.output().answer(JsonObject.builder().put("messages", new JsonArray(all)).build());
    }
}
