package dev.belay.staging.claims;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;

/// Why nobody knows whether a copy is claimed.
final class Unclear {
    static final String CLAIMS = "the claims";
    private static final String TOOL = "the lease tool";

    private Unclear() {}

    /// Something is wrong with where claims are.
    static Refusal place(String found, String help) {
        return new Refusal(ErrorCode.STAGING_KEPT, CLAIMS, found, help);
    }

    /// Something is wrong with who tells of them.
    static Refusal tool(String found, String help) {
        return new Refusal(ErrorCode.STAGING_KEPT, TOOL, found, help);
    }
}
