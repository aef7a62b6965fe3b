package dev.belay.core.audit;

/// What the files of one audit log are called.
record AuditNames(String log, String head, String reserve) {
    static AuditNames of(String stem) {
        return new AuditNames(stem + ".jsonl", stem + ".head", stem + ".reserve");
    }
}
