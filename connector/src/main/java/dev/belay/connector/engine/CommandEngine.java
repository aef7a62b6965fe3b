package dev.belay.connector.engine;

import dev.belay.connector.line.Times;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.system.program.Programs;
import dev.belay.system.program.Programs.Call;
import dev.belay.system.program.Programs.Complaints;
import dev.belay.system.program.Programs.End;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Asks a program, a run of it for each question. The contract is on the page `docs/engines.md`.
public final class CommandEngine implements Engine {
    private static final int SIGNALS = 128;
    private static final int SIGNALS_MAX = 64;

    private final Programs programs;
    private final Terms terms;

    public CommandEngine(Programs programs, Terms terms) {
        this.programs = programs;
        this.terms = terms;
    }

    /// What is run, and how.
    ///
    /// @param words the program and its arguments
    /// @param environment all that the program is given
    /// @param outputBytesMax how much it may write
    public record Terms(
            List<String> words,
            Map<String, String> environment,
            Path directory,
            Form form,
            int outputBytesMax,
            Complaints complaints) {}

    /// What the program writes.
    public enum Form {
        /// The answer, without the line end behind it.
        TEXT,
        /// An object with `text`, and perhaps `tokens`.
        JSON
    }

    @Override
    public Answer ask(Question question, Duration limit) {
        try {
            return switch (programs.run(call(question, limit))) {
                case End.Exited(int code, String output) ->
                        code == 0 ? answer(output) : new Answer.Failed(failure(code));
                case End.OutOfTime _ -> new Answer.TimedOut();
                case End.Flooded _ ->
                        new Answer.Failed(
                                "the program wrote more than " + terms.outputBytesMax() + " bytes");
                case End.Interrupted _ -> new Answer.Abandoned();
            };
        } catch (IOException failure) {
            return new Answer.Failed(String.valueOf(failure.getMessage()));
        }
    }

    private Call call(Question question, Duration limit) {
        return new Call(
                terms.words(),
                terms.environment(),
                terms.directory(),
                JsonText.print(document(question)) + "\n",
                limit,
                terms.outputBytesMax(),
                terms.complaints());
    }

    private static JsonObject document(Question question) {
        return JsonObject.builder()
                .put("version", 1)
                .put("binding", question.binding().value())
                .put("turn", question.turn().value())
                .put("attempt", question.attempt())
                .put("channel", question.channel())
                .put("author", question.author())
                .put("writtenAt", Times.text(question.writtenAt()))
                .put("text", question.text())
                .build();
    }

    private static String failure(int code) {
        boolean isSignal = code > SIGNALS && code <= SIGNALS + SIGNALS_MAX;
        return isSignal
                ? "signal " + (code - SIGNALS) + " ended the program"
                : "the program ended with " + code;
    }

    private Answer answer(String output) {
        return switch (terms.form()) {
            case TEXT -> new Answer.Answered(output.stripTrailing(), 0);
            case JSON ->
                    parsed(output)
                            .orElseGet(() ->
                                    new Answer.Failed(
                                            "the program wrote no JSON object with a text"));
        };
    }

    private Optional<Answer> parsed(String output) {
        try {
            JsonLimits limits = JsonLimits.ofBytes(Math.max(1, output.length() * 3));
            if (JsonText.parse(output, limits) instanceof JsonObject object) {
                long tokens = Math.max(0, object.safeInteger("tokens").orElse(0));
                return object.string("text").map(text -> new Answer.Answered(text, tokens));
            }
        } catch (JsonSyntax _) {
            // It may hold what was asked, so that nothing of it is repeated.
        }
        return Optional.empty();
    }
}
