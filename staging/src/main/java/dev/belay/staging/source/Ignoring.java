package dev.belay.staging.source;

import dev.belay.staging.git.Checkout;
import dev.belay.staging.git.Git;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Which products of a command are nobody's work.
final class Ignoring {
    static final String SOURCE = "source/";
    static final String GIT = SOURCE + ".git/";

    /// What Git changes in the repository of a copy also for commands that only ask.
    private static final List<String> GIT_OWN = List.of(GIT + "index", GIT + "objects/");

    private Ignoring() {}

    /// Those that the rules of `repository` do not ignore.
    ///
    /// @param products paths in the payload
    static List<String> unignored(Git git, Path repository, Collection<String> products)
            throws IOException {
        List<String> asked = new ArrayList<>();
        for (String path : products) {
            if (path.startsWith(SOURCE) && !path.startsWith(GIT)) {
                asked.add(path.substring(SOURCE.length()));
            }
        }
        Set<String> ignored =
                asked.isEmpty()
                        ? Set.of()
                        : new HashSet<>(Checkout.around(git, repository).ignored(asked));
        List<String> kept = new ArrayList<>();
        for (String path : products) {
            boolean isGone =
                    path.startsWith(GIT)
                            ? GIT_OWN.stream().anyMatch(path::startsWith)
                            : path.startsWith(SOURCE)
                                    && ignored.contains(path.substring(SOURCE.length()));
            if (!isGone) {
                kept.add(path);
            }
        }
        return kept;
    }
}
