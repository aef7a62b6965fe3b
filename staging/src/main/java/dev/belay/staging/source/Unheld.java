package dev.belay.staging.source;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.Quoted;

/// Why something would be lost with a copy.
final class Unheld {
    private Unheld() {}

    /// @param path in the working tree
    static Refusal refusal(String path, String found, String help) {
        return new Refusal(ErrorCode.STAGING_KEPT, Quoted.of(path), found, help);
    }
}
