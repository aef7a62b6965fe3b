package dev.belay.core.audit;

/// What a check of the whole audit log found.
public sealed interface AuditVerification {
    /// Every line follows from the one before, and none that was recorded as acknowledged is
    /// missing.
    ///
    /// @param tornBytes what follows the last whole line: an append under way, or one that a crash
    ///   cut off, and that was never acknowledged
    record Intact(long lines, long tornBytes) implements AuditVerification {}

    /// A line is not what it was when it was written. It is the first such line.
    record Altered(long line, String why) implements AuditVerification {}

    /// Lines at the end are missing.
    ///
    /// @param expected how many lines were acknowledged, at least
    /// @param found how many whole lines there are
    record CutOff(long expected, long found) implements AuditVerification {}

    /// The file that records how far the log went is missing or damaged, which no crash does.
    /// Whether lines at the end are missing cannot be told.
    record HeadUnusable(String why) implements AuditVerification {}
}
