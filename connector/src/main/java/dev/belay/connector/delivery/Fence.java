package dev.belay.connector.delivery;

/// The fence of a block of code that is open at some place of a text.
///
/// @param marker the back-ticks that opened it, and that close it; empty where none is open
/// @param language what stood behind them
record Fence(String marker, String language) {
    static final Fence NONE = new Fence("", "");

    private static final String TICKS = "```";
    private static final int MARKER_MAX = 16;
    private static final int LANGUAGE_MAX = 32;

    /// No more is needed to close any fence.
    static final int CLOSING_MAX = MARKER_MAX + 1;

    /// What a part begins with that goes on inside of it.
    String opening() {
        return isOpen() ? marker + language + "\n" : "";
    }

    /// What a part ends with that does not go on.
    String closing(String piece) {
        if (!isOpen()) {
            return "";
        }
        return piece.endsWith("\n") ? marker : "\n" + marker;
    }

    /// The fence that is open behind a piece that begins inside of this one.
    Fence after(String piece) {
        Fence open = this;
        for (String line : piece.split("\n", -1)) {
            open = open.afterLine(line.strip());
        }
        return open;
    }

    private Fence afterLine(String line) {
        int ticks = 0;
        while (ticks < line.length() && line.charAt(ticks) == '`') {
            ticks++;
        }
        if (ticks < TICKS.length() || ticks > MARKER_MAX) {
            return this;
        }
        String rest = line.substring(ticks).strip();
        if (isOpen()) {
            return rest.isEmpty() && ticks >= marker.length() ? NONE : this;
        }
        if (rest.contains("`")) {
            return this; // Opened and closed on one line.
        }
        return new Fence("`".repeat(ticks), rest.length() <= LANGUAGE_MAX ? rest : "");
    }

    private boolean isOpen() {
        return !marker.isEmpty();
    }
}
