package dev.belay.core.json;

/// Where a value stood in the text that it was read from.
///
/// @param from the offset of its first byte
/// @param to the offset behind its last byte
public record SourceRange(int from, int to) {
    public SourceRange {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("a range ends before it begins");
        }
    }
}
