package dev.belay.simulators;

import java.util.Arrays;
import java.util.Optional;

/// The two forms in which Boat speaks, each below an address of its own.
public enum BoatForm {
    /// The newer one.
    SANDBOX("/api/v1", "sandbox", "sandboxes"),
    /// The one from before the provider was renamed.
    BOX("/api/box/v1", "box", "boxes");

    private final String base;
    private final String noun;
    private final String collection;

    BoatForm(String base, String noun, String collection) {
        this.base = base;
        this.noun = noun;
        this.collection = collection;
    }

    /// The path that all others are below.
    public String base() {
        return base;
    }

    /// The key of a computer, the kind of its deletion, and how types begin.
    String noun() {
        return noun;
    }

    /// The path segment and the key of the computers.
    public String collection() {
        return collection;
    }

    /// The form whose base `path` is below.
    static Optional<BoatForm> of(String path) {
        return Arrays.stream(values()).filter(form -> path.startsWith(form.base + "/")).findFirst();
    }
}
