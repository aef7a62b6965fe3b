package dev.belay.staging.freeze;

import java.util.List;

/// Where runs leave what they made, below the top of a repository.
final class Outputs {
    private static final List<String> DIRECTORIES =
            List.of(
                    ".crabbox/captures/",
                    ".crabbox/env/",
                    ".crabbox/logs/",
                    ".crabbox/runs/",
                    ".crabbox/scripts/",
                    ".crabbox/wrapper-artifacts/");

    private Outputs() {}

    /// The paths that are no outputs of earlier runs: these are not part of the source, and would
    /// be taken for outputs of the next one.
    static List<String> without(List<String> paths) {
        return paths.stream()
                .filter(path -> DIRECTORIES.stream().noneMatch(path::startsWith))
                .toList();
    }
}
