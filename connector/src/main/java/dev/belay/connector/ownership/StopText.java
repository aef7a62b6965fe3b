package dev.belay.connector.ownership;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What stands in a STOP, line by line.
public final class StopText {
    private final byte[] bytes;
    private final List<StopLine> lines;

    StopText(byte[] bytes) {
        this.bytes = bytes;
        this.lines = parse(bytes);
    }

    private static List<StopLine> parse(byte[] bytes) {
        List<StopLine> lines = new ArrayList<>();
        int from = 0;
        for (int at = 0; at <= bytes.length; at++) {
            if (at == bytes.length || bytes[at] == '\n') {
                if (!isBlank(bytes, from, at)) {
                    lines.add(StopLine.parse(Arrays.copyOfRange(bytes, from, at)));
                }
                from = at + 1;
            }
        }
        return List.copyOf(lines);
    }

    private static boolean isBlank(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] > ' ' || bytes[at] < 0) {
                return false;
            }
        }
        return true;
    }

    /// Those that are not blank, the oldest first.
    public List<StopLine> lines() {
        return lines;
    }

    /// Whether a line has this reason.
    boolean holds(String reason) {
        return lines.stream().anyMatch(line -> line.reason().equals(Optional.of(reason)));
    }

    /// Whether there are lines, and each is one that we wrote with this reason.
    boolean isOnly(String reason) {
        return !lines.isEmpty()
                && lines.stream()
                        .allMatch(
                                line -> line.exact() && line.reason().equals(Optional.of(reason)));
    }

    /// Whether it is what a recover leaves, and no line of anybody else's.
    boolean isRecoverMark() {
        return lines.size() == 1
                && (lines.getFirst().isRecoverMark() || lines.getFirst().isNodeRecover());
    }

    int lengthBytes() {
        return bytes.length;
    }

    /// Whether a line that is added now begins a line.
    boolean endsLine() {
        return bytes.length == 0 || bytes[bytes.length - 1] == '\n';
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StopText that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
