package dev.belay.connector.line;

import dev.belay.core.json.JsonObject;

/// One line of a binding's journal. Members that a kind does not name are kept as they are.
public sealed interface Line
        permits AdmissionLine, DropLine, InboxLine, NoticeLine, OutboxLine, ReloadLine {
    /// All of the line.
    JsonObject json();
}
