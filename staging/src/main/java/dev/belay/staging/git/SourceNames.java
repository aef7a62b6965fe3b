package dev.belay.staging.git;

import java.util.Optional;

/// Which paths of a repository may be in a sealed copy.
public final class SourceNames {
    private static final char ESCAPED_FIRST = '\uDC80';
    private static final char ESCAPED_LAST = '\uDCFF';

    private SourceNames() {}

    /// Why a path may not; empty where it may. A path is as [dev.belay.system.FileNames] reads it.
    public static Optional<String> problem(String path) {
        if (hasEscapes(path)) {
            return Optional.of("the name is not UTF-8");
        }
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return Optional.of("the path is not one below the repository");
            }
            if (part.equalsIgnoreCase(".git")) {
                return Optional.of("a part of the path is `.git`");
            }
        }
        return Optional.empty();
    }

    /// Whether a byte stands for itself, because it is no part of UTF-8: a lone low surrogate.
    private static boolean hasEscapes(String path) {
        for (int at = 0; at < path.length(); at++) {
            char unit = path.charAt(at);
            if (Character.isHighSurrogate(unit)) {
                at++; // Its pair follows: FileNames makes no lone one.
            } else if (unit >= ESCAPED_FIRST && unit <= ESCAPED_LAST) {
                return true;
            }
        }
        return false;
    }
}
