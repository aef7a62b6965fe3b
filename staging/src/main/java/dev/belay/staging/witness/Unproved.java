package dev.belay.staging.witness;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;

/// Why a repository is no witness. Names its files from its Git directory on.
final class Unproved {
    static final String WITNESS = "the witness";

    /// What helps where nothing is wrong with the repository, but it does not hold the copy.
    static final String RESCUE =
            "belay staging rescue writes the copy into its repository;"
                    + " --witness-repo and --witness-ref name another witness";

    private Unproved() {}

    static Refusal refusal(String found) {
        return refusal(found, RESCUE);
    }

    static Refusal refusal(String found, String help) {
        return at("", found, help);
    }

    /// @param name of a file of the Git directory
    static Refusal at(String name, String found, String help) {
        String where = name.isEmpty() ? WITNESS : WITNESS + "/" + name;
        return new Refusal(ErrorCode.STAGING_KEPT, where, found, help);
    }
}
