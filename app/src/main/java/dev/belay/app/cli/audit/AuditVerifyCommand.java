package dev.belay.app.cli.audit;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.audit.AuditVerification;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.Optional;

/// `belay audit verify`: whether every line follows from the one before, and none is missing.
public final class AuditVerifyCommand implements Command {
    private static final String LOG = "audit.jsonl";
    private static final String HELP =
            "find out what changed it; nothing is released while the end of the chain is broken";

    @Override
    public Description description() {
        return Description.of("Checks that no line of the audit log was altered or cut off.")
                .details("Reads only. Names the first altered line, or how many are missing.")
                .example("belay audit verify", "Is the record of releases whole?");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        Optional<Directory> opened = session.root().open();
        if (opened.isEmpty()) {
            return intact(session, 0, 0);
        }
        try (Directory root = opened.get()) {
            AuditVerification.Intact whole = whole(new AuditLog(session.world(), root));
            return intact(session, whole.lines(), whole.tornBytes());
        }
    }

    /// Returns when nothing of the data root's audit log is altered or missing.
    public static AuditVerification.Intact whole(AuditLog log) throws IOException {
        return switch (log.verify()) {
            case AuditVerification.Intact intact -> intact;
            case AuditVerification.Altered(long line, String why) ->
                    throw broken(LOG, "line " + line + " is not what was written: " + why);
            case AuditVerification.CutOff(long expected, long found) ->
                    throw broken(
                            LOG,
                            "%d of %d acknowledged lines are missing at the end"
                                    .formatted(expected - found, expected));
            case AuditVerification.HeadUnusable(String why) ->
                    throw broken(
                            "audit.head",
                            why
                                    + ", so that nobody can tell whether lines of the log are"
                                    + " missing");
        };
    }

    private static ExitCode intact(Session session, long lines, long tornBytes) {
        session.output().line("Intact: %d lines.".formatted(lines));
        if (tornBytes > 0) {
            session.output()
                    .line(
                            "After them %d bytes of a line that was never acknowledged."
                                    .formatted(tornBytes));
        }
        session.output()
                .answer(
                        JsonObject.builder()
                                .put("intact", true)
                                .put("lines", lines)
                                .put("tornBytes", tornBytes)
                                .build());
        return ExitCode.OK;
    }

    private static Refusal broken(String where, String found) {
        return new Refusal(ErrorCode.AUDIT_BROKEN, where, found, HELP);
    }
}
