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
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `belay clear`: shows who set the brake and why, asks, and removes it.
public final class ClearCommand implements Command {
    /// Three quarters of what a line of the audit may have.
    private static final int AUDITED_BYTES_MAX = 12 << 10;

    /// How much of a reason the audit keeps that does not fit whole.
    private static final int AUDITED_UNITS_MAX = 1_000;

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

    /// What stands in a STOP may be longer than a line of the audit: the first reasons are kept,
    /// the others counted, since a brake that is full of reasons must be cleared all the same.
    private static AuditEvent event(StopText text) {
        List<JsonValue> kept = new ArrayList<>();
        int bytes = 0;
        for (StopText.Line line : text.lines()) {
            JsonObject shown = json(line.at(), line.reason());
            if (bytes + bytes(shown) > AUDITED_BYTES_MAX) {
                shown = json(line.at(), shortened(line.reason()));
            }
            bytes += bytes(shown);
            if (bytes > AUDITED_BYTES_MAX) {
                break;
            }
            kept.add(shown);
        }
        JsonObject.Builder details = JsonObject.builder().put("lines", new JsonArray(kept));
        int omitted = text.lines().size() - kept.size();
        if (omitted > 0) {
            details.put("omitted", omitted);
        }
        return new AuditEvent("brake.clear", "STOP", details.build());
    }

    private static int bytes(JsonObject shown) {
        return JsonText.print(shown).getBytes(StandardCharsets.UTF_8).length + 1; // Its comma.
    }

    private static String shortened(String text) {
        return text.length() <= AUDITED_UNITS_MAX
                ? text
                : text.substring(0, AUDITED_UNITS_MAX) + "…";
    }

    private static JsonArray lines(StopText text) {
        return new JsonArray(
                text.lines().stream()
                        .<JsonValue>map(line -> json(line.at(), line.reason()))
                        .toList());
    }

    private static JsonObject json(String at, String reason) {
        return JsonObject.builder().put("at", at).put("reason", reason).build();
    }
}
