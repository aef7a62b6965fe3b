package dev.belay.core.log;

/// What was done about an end of a log that a crash had left.
public sealed interface TailRepair {
    /// The log ended in a whole line.
    record Unneeded() implements TailRepair {}

    /// The last record was whole and lacked its line feed; it has it now, and counts.
    record Completed() implements TailRepair {}

    /// What followed the last whole line was moved to another file.
    ///
    /// @param name of that file, in the same directory
    /// @param lengthBytes how much it was
    record SetAside(String name, int lengthBytes) implements TailRepair {}
}
