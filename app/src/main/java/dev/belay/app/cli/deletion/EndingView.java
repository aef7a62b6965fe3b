package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Style;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.custody.DeletionEvent;
import dev.belay.deletion.custody.Ending;
import dev.belay.deletion.journal.JournalNotice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the end of a request, or of looking, is said.
final class EndingView {
    /// From the one that matters most to an operator to the one that matters least.
    private static final List<ExitCode> WORST_FIRST =
            List.of(
                    ExitCode.DAMAGED,
                    ExitCode.HELD,
                    ExitCode.USAGE,
                    ExitCode.FAILED,
                    ExitCode.PENDING,
                    ExitCode.OK);

    private final Output output;

    EndingView(Output output) {
        this.output = output;
    }

    /// Says the end of one deletion.
    ///
    /// @throws IOException where custody is not over, with the code that says why
    ExitCode one(Ending ending) throws IOException {
        IOException failure = refusal(ending);
        if (failure != null) {
            throw failure;
        }
        output.line(sentence(ending));
        output.answer(json(ending));
        return ExitCode.OK;
    }

    /// Says the ends of several; the exit code is that of the worst.
    ExitCode several(List<Ending> endings) {
        List<JsonValue> all = new ArrayList<>();
        ExitCode worst = ExitCode.OK;
        for (Ending ending : endings) {
            output.line(sentence(ending));
            all.add(json(ending));
            ExitCode exit = exit(ending);
            worst = rank(exit) < rank(worst) ? exit : worst;
        }
        if (endings.isEmpty()) {
            output.line("Nothing is in custody.");
        }
        if (output.isJson()) {
            output.document(
                    JsonObject.builder()
                            .put("ok", worst == ExitCode.OK)
                            .put("endings", new JsonArray(all))
                            .put("exitCode", worst.number())
                            .build());
        }
        return worst;
    }

    /// Shows what goes on.
    void event(DeletionEvent event) {
        String what =
                switch (event) {
                    case DeletionEvent.Recorded(var record) -> RecordView.phase(record);
                    case DeletionEvent.Sending _ -> "sending DELETE";
                    case DeletionEvent.Unclear(BoxId _, String why) -> "nothing learned: " + why;
                    case DeletionEvent.Waiting(BoxId _, var time) ->
                            "looking again in %.1f s".formatted(time.toMillis() / 1000.0);
                    case DeletionEvent.Retired _ -> Style.GOOD.of("released");
                };
        output.progress(Style.STRONG.of(event.id().value()) + "  " + what);
    }

    /// Shows what the operator of the journal should know.
    void notice(JournalNotice notice) {
        output.complaint(
                switch (notice) {
                    case JournalNotice.LockNotReleased(String why) ->
                            "belay: the change stands, but its lock " + why;
                    case JournalNotice.NotDurable(String label) ->
                            "belay: the change stands, but the file system of "
                                    + label
                                    + " cannot make it survive a power cut";
                });
    }

    private static int rank(ExitCode exit) {
        return WORST_FIRST.indexOf(exit);
    }

    private static ExitCode exit(Ending ending) {
        return switch (refusal(ending)) {
            case Refusal refusal -> refusal.code().exit();
            case IOException _ -> ExitCode.FAILED;
            case null -> ExitCode.OK;
        };
    }

    /// Why custody is not over; null where it is.
    private static @Nullable IOException refusal(Ending ending) {
        String id = ending.id().value();
        return switch (ending) {
            case Ending.Gone _, Ending.Vanished _ -> null;
            case Ending.Pending _ ->
                    new Refusal(
                            ErrorCode.DELETION_PENDING,
                            id,
                            "is not proved gone yet, and the fence stays",
                            "go on with `belay deletion follow " + id + "`");
            case Ending.Blocked(var _, String why) ->
                    new Refusal(
                            ErrorCode.DELETION_REFUSED,
                            id,
                            "is blocked, and the fence stays: " + why,
                            "find out why at the provider, then `belay deletion retry " + id + "`");
            case Ending.Unauthorized(var _, String why) ->
                    new Refusal(
                            ErrorCode.CREDENTIAL_INVALID,
                            id,
                            "our credential is refused, and the fence stays: " + why,
                            "put a valid token in its place, then `belay deletion retry "
                                    + id
                                    + "`");
            case Ending.Unlearned(var _, String why) ->
                    new Refusal(
                            ErrorCode.DELETION_UNKNOWN,
                            id,
                            "nothing was learned, and the fence stays: " + why,
                            "it is safe to ask again: `belay deletion retry " + id + "`");
            case Ending.Stranger(var record, String name) ->
                    new Refusal(
                            ErrorCode.DELETION_WRONG_COMPUTER,
                            id,
                            "is alive as `%s`, and `%s` is remembered; nothing was sent"
                                    .formatted(name, record.target().name()),
                            "find out at the provider which of the two is meant");
            case Ending.Failed(BoxId _, IOException cause) -> cause;
        };
    }

    private static String sentence(Ending ending) {
        String id = Style.STRONG.of(ending.id().value());
        return switch (ending) {
            case Ending.Gone(var _, var proof) ->
                    "%s is %s: %s".formatted(id, Style.GOOD.of("gone"), RecordView.proof(proof));
            case Ending.Vanished _ -> id + " is not in custody: another process released it";
            case Ending.Pending _,
                    Ending.Blocked _,
                    Ending.Unauthorized _,
                    Ending.Unlearned _,
                    Ending.Stranger _,
                    Ending.Failed _ -> {
                IOException why = refusal(ending);
                yield why == null ? "" : String.valueOf(why.getMessage());
            }
        };
    }

    private static JsonObject json(Ending ending) {
        JsonObject.Builder fields = JsonObject.builder().put("boxId", ending.id().value());
        switch (ending) {
            case Ending.Gone(var record, var proof) ->
                    fields.put("outcome", "gone")
                            .put("proof", RecordView.proof(proof))
                            .put("at", proof.at().toString())
                            .put("record", RecordView.json(record));
            case Ending.Vanished _ -> fields.put("outcome", "vanished");
            case Ending.Pending(var record) ->
                    fields.put("outcome", "pending").put("record", RecordView.json(record));
            case Ending.Blocked(var record, String why) ->
                    fields.put("outcome", "blocked")
                            .put("why", why)
                            .put("record", RecordView.json(record));
            case Ending.Unauthorized(var record, String why) ->
                    fields.put("outcome", "unauthorized")
                            .put("why", why)
                            .put("record", RecordView.json(record));
            case Ending.Unlearned(var record, String why) ->
                    fields.put("outcome", "unlearned")
                            .put("why", why)
                            .put("record", RecordView.json(record));
            case Ending.Stranger(var record, String name) ->
                    fields.put("outcome", "stranger")
                            .put("livesAs", name)
                            .put("record", RecordView.json(record));
            case Ending.Failed(BoxId _, IOException cause) ->
                    fields.put("outcome", "failed").put("why", String.valueOf(cause.getMessage()));
        }
        return fields.build();
    }
}
