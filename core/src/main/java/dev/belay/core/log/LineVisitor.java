package dev.belay.core.log;

import java.io.IOException;

/// Takes the lines of a log, one after the other.
@FunctionalInterface
public interface LineVisitor {
    void visit(LogLine line) throws IOException;
}
