package dev.belay.app.cli.audit;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.core.audit.AuditEntry;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonText;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.Optional;

/// `belay audit`: what was released, on what proof, and when.
public final class AuditCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Shows every release of custody and the proof it rested on.")
                .details("`belay audit verify` checks that no line was altered or cut off.")
                .optional("SUBJECT", "Only what is about this id.")
                .example("belay audit", "What was released, oldest first?")
                .example("belay audit bx_23456789", "On what proof was this computer forgotten?");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        Optional<String> subject = session.arguments().optional(0);
        Optional<Directory> opened = session.root().open();
        if (opened.isEmpty()) {
            session.output().line("Nothing was released yet.");
            return ExitCode.OK;
        }
        try (Directory root = opened.get()) {
            long[] shown = {0};
            new AuditLog(session.world(), root)
                    .entries(
                            event -> subject.isEmpty() || event.subject().equals(subject.get()),
                            entry -> {
                                shown[0]++;
                                show(entry, session.output());
                            });
            if (shown[0] == 0) {
                session.output().line("Nothing was released yet.");
            }
        }
        return ExitCode.OK;
    }

    private static void show(AuditEntry entry, Output output) {
        if (output.isJson()) {
            output.document(AuditEntryView.json(entry));
        } else {
            output.line(
                    "%d  %s  %s  %s  %s"
                            .formatted(
                                    entry.sequence(),
                                    entry.at(),
                                    entry.event().event(),
                                    entry.event().subject(),
                                    JsonText.print(entry.event().details())));
        }
    }
}
