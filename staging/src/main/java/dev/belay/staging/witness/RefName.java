package dev.belay.staging.witness;

import java.util.List;

/// Which names of refs may stand for a witness: whole ones of refs that are meant to last.
final class RefName {
    private static final String PREFIX = "refs/";
    private static final int LENGTH_MAX = 1024;

    /// Kept by Git or a tool for a while, or not what they seem to be.
    private static final List<String> PASSING =
            List.of("refs/bisect", "refs/rewritten", "refs/worktree", "refs/replace");

    /// In no name of a ref, and with a meaning in a pattern or a revision.
    private static final String SPECIAL = "\\*?[~^:\177";

    private static final String CAPTURE = "refs/openclaw/source-capsule";

    private RefName() {}

    static boolean isAcceptable(String name) {
        return name.startsWith(PREFIX)
                && name.length() <= LENGTH_MAX
                && name.chars().noneMatch(each -> each <= ' ' || SPECIAL.indexOf(each) >= 0)
                && List.of(name.split("/", -1)).stream()
                        .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."))
                && !name.contains("@{")
                && !name.endsWith("/HEAD")
                && !name.equals(CAPTURE)
                && PASSING.stream()
                        .noneMatch(
                                passing -> name.equals(passing) || name.startsWith(passing + "/"));
    }
}
