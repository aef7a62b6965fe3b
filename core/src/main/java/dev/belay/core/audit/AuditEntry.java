package dev.belay.core.audit;

import java.time.Instant;

/// One line of the audit log.
///
/// @param sequence which line, from 1
/// @param at when it was written, by the wall clock, in whole milliseconds
public record AuditEntry(long sequence, Instant at, AuditEvent event) {}
