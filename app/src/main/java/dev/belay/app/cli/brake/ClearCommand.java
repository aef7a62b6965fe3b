package dev.belay.app.cli.brake;

import dev.belay.app.cli.connector.owner.ClearBindingCommand;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.core.audit.AuditEvent;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.brake.StopFile;
import dev.belay.core.brake.StopText;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `belay clear`: shows who set the brake and why, asks, and removes it.
public final class ClearCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Shows why the brake is set, asks, and removes it.")
                .details("A brake that is set again meanwhile stays.")
                .optional("BINDING", "One binding of the connector, as `belay connector clear`.")
                .flag("--all", "The brake of the whole data root.")
                .flag("--yes", "Do not ask; needed where there is no terminal to ask on.")
                .example("belay clear --all", "Look, then decide.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        if (StopCommand.isBinding(session)) {
            return new ClearBindingCommand().run(session);
        }
        Optional<Directory> opened = session.root().open();
        if (opened.isEmpty()) {
            return nothing(session);
        }
        try (Directory root = opened.get()) {
            StopFile stop = new StopFile(session.world(), root);
            Optional<StopText> shown = stop.read();
            if (shown.isEmpty()) {
                return nothing(session);
            }
            return clear(session, root, stop, shown.get());
        }
    }

    private static ExitCode clear(Session session, Directory root, StopFile stop, StopText shown)
            throws IOException {
        Output output = session.output();
        output.line("STOP is set:");
        for (StopText.Line line : shown.lines()) {
            output.line("  " + line.at() + (line.at().isEmpty() ? "" : "  ") + line.reason());
        }
        if (!session.arguments().has("--yes") && !session.confirms("Remove it?")) {
            throw new Refusal(
                    ErrorCode.BRAKED,
                    "STOP",
                    "still stands",
                    "answer yes, or say --yes where there is no terminal");
        }
        AuditLog audit = new AuditLog(session.world(), root);
        boolean cleared = stop.clear(shown, text -> audit.append(List.of(event(text))));
        if (!cleared) {
            return nothing(session);
        }
        stop.reserve();
        output.line("Cleared. Work goes on.");
        output.answer(JsonObject.builder().put("cleared", true).put("lines", lines(shown)).build());
        return ExitCode.OK;
    }

    private static ExitCode nothing(Session session) {
        session.output().line("No STOP is set.");
        session.output().answer(JsonObject.builder().put("cleared", false).build());
        return ExitCode.OK;
    }

    private static AuditEvent event(StopText text) {
        return new AuditEvent(
                "brake.clear", "STOP", JsonObject.builder().put("lines", lines(text)).build());
    }

    private static JsonArray lines(StopText text) {
        List<JsonValue> lines =
                text.lines().stream()
                        .<JsonValue>map(line ->
                                JsonObject.builder()
                                        .put("at", line.at())
                                        .put("reason", line.reason())
                                        .build())
                        .toList();
        return new JsonArray(lines);
    }
}
