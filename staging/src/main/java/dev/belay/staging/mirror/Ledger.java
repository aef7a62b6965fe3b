package dev.belay.staging.mirror;

import dev.belay.core.audit.AuditEvent;
import java.io.IOException;

/// Where each eviction is written down before it begins.
@FunctionalInterface
public interface Ledger {
    /// Returns when the record is durable.
    void before(AuditEvent eviction) throws IOException;
}
