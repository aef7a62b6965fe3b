package dev.belay.core.audit;

/// Follows a chain, line by line.
final class Chain {
    private ChainEnd end;

    Chain(ChainEnd start) {
        this.end = start;
    }

    /// How a line stands to the one before.
    sealed interface Link {
        record Follows(AuditEntry entry) implements Link {}

        /// The line itself is not what it should be.
        record Malformed(String why) implements Link {}

        /// The line is well-formed, and it or the one before is not what it was.
        record Unchained() implements Link {}
    }

    /// How far the chain goes.
    ChainEnd end() {
        return end;
    }

    /// Takes a line, given without its line feed, if it follows.
    Link add(byte[] line) {
        Link link = look(line);
        if (link instanceof Link.Follows) {
            end = end.after(line);
        }
        return link;
    }

    /// Says whether a line follows, without taking it.
    Link look(byte[] line) {
        return switch (AuditFormat.decode(line)) {
            case AuditFormat.Line.Unsound(String why) -> new Link.Malformed(why);
            case AuditFormat.Line.Sound(AuditEntry entry, String previous) -> link(entry, previous);
        };
    }

    private Link link(AuditEntry entry, String previous) {
        if (entry.sequence() != end.count() + 1) {
            return new Link.Malformed(
                    "is entry %d where entry %d belongs"
                            .formatted(entry.sequence(), end.count() + 1));
        }
        return previous.equals(end.hash()) ? new Link.Follows(entry) : new Link.Unchained();
    }

    /// Whether a line is the remains of a write that a crash cut off: JSON holds no NUL.
    static boolean isTorn(byte[] line) {
        for (byte each : line) {
            if (each == 0) {
                return true;
            }
        }
        return false;
    }
}
