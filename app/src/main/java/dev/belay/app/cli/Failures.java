package dev.belay.app.cli;

import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Style;
import dev.belay.app.cli.frame.Surroundings;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.InvalidPathException;

/// The one place where a failure becomes a text or JSON, and a number.
final class Failures {
    private final Output output;
    private final boolean debug;

    Failures(Surroundings surroundings, Output output) {
        this.output = output;
        this.debug = surroundings.variable("BELAY_DEBUG").isPresent();
    }

    /// Says `failure`; the number is the exit code.
    int say(Throwable failure) {
        Notice notice = notice(failure);
        int exit = notice.code().exit().number();
        if (output.isJson()) {
            output.document(json(notice, exit));
        } else {
            String label = notice.code() == ErrorCode.USAGE ? "" : " (" + notice.code().id() + ")";
            output.complaint(
                    Style.BAD.of("belay:") + " " + notice.message() + Style.FAINT.of(label));
            if (!notice.help().isEmpty()) {
                output.complaint("  " + notice.help());
            }
        }
        if (debug) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace, true));
            output.complaint(trace.toString());
        }
        return exit;
    }

    /// What is said of a failure.
    private record Notice(ErrorCode code, String where, String message, String help) {}

    private static Notice notice(Throwable failure) {
        return switch (failure) {
            case UsageFailure usage ->
                    new Notice(ErrorCode.USAGE, "", message(usage), usage.hint());
            case Refusal refusal ->
                    new Notice(refusal.code(), refusal.where(), message(refusal), refusal.help());
            case InvalidPathException path ->
                    new Notice(
                            ErrorCode.USAGE,
                            "",
                            "a path cannot be used: " + path.getReason(),
                            "Under the locale C a path is ASCII; LC_ALL=C.UTF-8 takes any.");
            case IOException fault -> new Notice(ErrorCode.FAULT, "", message(fault), "");
            default ->
                    new Notice(
                            ErrorCode.BUG,
                            "",
                            "bug: " + failure,
                            "Please report this line, with the command and `belay --version`;"
                                    + " BELAY_DEBUG=1 shows where it happened.");
        };
    }

    private static JsonObject json(Notice notice, int exit) {
        JsonObject error =
                JsonObject.builder()
                        .put("code", notice.code().id())
                        .put("where", notice.where())
                        .put("message", notice.message())
                        .put("help", notice.help())
                        .build();
        return JsonObject.builder()
                .put("ok", JsonBoolean.FALSE)
                .put("error", error)
                .put("exitCode", exit)
                .build();
    }

    private static String message(IOException failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }
}
