package dev.belay.core.audit;

import dev.belay.core.file.Durability;
import java.util.List;

/// What became of the events that were given to the audit log together.
///
/// @param entries their lines, in order
/// @param durability whether the lines will survive a power cut
public record Appended(List<AuditEntry> entries, Durability durability) {
    public Appended {
        entries = List.copyOf(entries);
    }
}
