package dev.belay.deletion.provider;

/// The two forms in which Boat speaks. A word of the one is never taken for a word of the other.
public enum Generation {
    /// The newer form, which the journal was made for.
    SANDBOX("sandbox", "sandboxes", "https://boat.dev/api/v1"),
    /// The older form, from before the provider was renamed.
    BOX("box", "boxes", "https://ascii.dev/api/box/v1");

    private final String kind;
    private final String collection;
    private final String usualBase;

    Generation(String kind, String collection, String usualBase) {
        this.kind = kind;
        this.collection = collection;
        this.usualBase = usualBase;
    }

    /// The `kind` of an operation that deletes a computer, and the key of a computer in an answer.
    public String kind() {
        return kind;
    }

    /// The path segment of the computers.
    public String collection() {
        return collection;
    }

    /// Where this form is spoken when nothing else is configured.
    public String usualBase() {
        return usualBase;
    }
}
