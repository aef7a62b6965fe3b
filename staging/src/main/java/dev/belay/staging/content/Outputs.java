package dev.belay.staging.content;

import java.util.List;

/// Where the outputs of a command lie in a payload.
public final class Outputs {
    /// Above all of them; it is there only when they are, or when it was copied.
    public static final String PARENT = "source/.crabbox";

    private static final List<String> TOPS = List.of(PARENT + "/captures", PARENT + "/runs");

    private Outputs() {}

    public static boolean isOutput(String path) {
        return TOPS.stream().anyMatch(top -> path.equals(top) || path.startsWith(top + "/"));
    }
}
