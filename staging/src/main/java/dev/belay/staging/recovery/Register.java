package dev.belay.staging.recovery;

import dev.belay.core.audit.AuditEvent;
import java.io.IOException;

/// Where each release is written down before it begins.
@FunctionalInterface
public interface Register {
    /// Returns when the record is durable.
    void before(AuditEvent release) throws IOException;
}
