package dev.belay.sim.stage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/// The last calls and decisions of a run, a line each, for a person who looks for the reason.
public final class Trace {
    private static final int LINES_MAX = 500;
    private static final int RESULT_SHOWN_MAX = 80;

    private final Deque<String> lines = new ArrayDeque<>();

    /// An empty one.
    public Trace() {}

    /// Adds a line, and forgets the first of too many.
    public void add(String line) {
        lines.addLast(line);
        if (lines.size() > LINES_MAX) {
            lines.removeFirst();
        }
    }

    /// Notes what the last call has returned.
    void addResult(Object value) {
        String result = value.toString();
        if (!result.isEmpty() && !lines.isEmpty()) {
            boolean isLong = result.length() > RESULT_SHOWN_MAX;
            String shown = isLong ? result.substring(0, RESULT_SHOWN_MAX) + "…" : result;
            lines.addLast(lines.removeLast() + " = " + shown);
        }
    }

    void addResult(byte[] bytes, int offset, int length) {
        addResult(new String(bytes, offset, length, StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return String.join(System.lineSeparator() + "  ", lines);
    }
}
