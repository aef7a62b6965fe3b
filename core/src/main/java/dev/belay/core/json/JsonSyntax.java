package dev.belay.core.json;

import java.io.IOException;

/// A text is not the JSON that we accept.
///
/// Says where and what, and never what the text holds, but for a shortened, escaped key.
public final class JsonSyntax extends IOException {
    private final int line;
    private final int column;
    private final String what;

    /// @param line from 1; lines end at a line feed
    /// @param column from 1, in characters
    /// @param what a few words, for example `byte-order mark`
    JsonSyntax(int line, int column, String what) {
        super("line %d, column %d: %s".formatted(line, column, what));
        this.line = line;
        this.column = column;
        this.what = what;
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }

    /// What was found there, in a few words.
    public String what() {
        return what;
    }
}
