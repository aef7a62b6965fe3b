package dev.belay.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Somebody who releases what the audit has recorded.
final class Released {
    private final List<String> subjects = new ArrayList<>();

    void append(AuditLog log, String subject) throws IOException {
        log.append(List.of(Audits.event(subject)));
        subjects.add(subject);
    }

    /// Like [#append], and releases nothing where another process does not come to an end.
    void appendOrYield(AuditLog log, String subject) throws IOException {
        try {
            append(log, subject);
        } catch (Refusal refusal) {
            if (refusal.code() != ErrorCode.LOCK_HELD) {
                throw refusal;
            }
        }
    }

    /// Whether each release is recorded, and nothing looks as if it had been altered.
    void check(SimProcess process) throws IOException {
        assertThat(Audits.log(process).verify()).isInstanceOf(AuditVerification.Intact.class);
        assertThat(Audits.subjects(process)).containsAll(subjects);
    }

    @Override
    public String toString() {
        return subjects.toString();
    }
}
