package dev.belay.app.config;

/// What a setting may hold. Each constant says what belongs there, as a message says it.
public enum Kind {
    TEXT("a text"),
    /// One of the words that the key lists.
    WORD("one word of a list"),
    COUNT("a whole number, 1 or more"),
    SIZE("a whole number of bytes, 1 or more"),
    BOOLEAN("true or false"),
    DURATION("a time such as 500ms, 60s, 5m, 2h, or 1d"),
    /// Absolute, or relative to the data root.
    DIRECTORY("the path of a directory"),
    TEXTS("a list of texts"),
    PAIRS("texts by name"),
    SECRET("the name of a secret: {file: PATH}, {env: VARIABLE}, or {credential: NAME}");

    private final String noun;

    Kind(String noun) {
        this.noun = noun;
    }

    /// What belongs there, with its article.
    public String noun() {
        return noun;
    }
}
