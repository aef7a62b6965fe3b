package dev.belay.system;

/// What a name in a directory stands for.
public enum FileKind {
    REGULAR("a regular file"),
    DIRECTORY("a directory"),
    SYMBOLIC_LINK("a symbolic link"),
    PIPE("a pipe"),
    SOCKET("a socket"),
    DEVICE("a device");

    private final String noun;

    FileKind(String noun) {
        this.noun = noun;
    }

    /// For a sentence, with its article.
    public String noun() {
        return noun;
    }
}
