package dev.belay.staging.run;

import dev.belay.core.error.Refusal;
import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.recovery.Claims;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which leases refer to a copy when its command has ended.
///
/// A tool that fails says nothing: the copy stays, and nothing is written down of that.
final class Leases {
    private final @Nullable Claims tool;
    private final Path copies;

    /// @param tool null where no lease tool was involved
    /// @param copies where the copies are
    Leases(@Nullable Claims tool, Path copies) {
        this.tool = tool;
        this.copies = copies;
    }

    /// @param keeps why the copy stays, as the middle of a sentence; empty when nothing refers to
    ///   it
    record Answer(List<String> leases, String keeps) {
        static final Answer NONE = new Answer(List.of(), "");
    }

    Answer of(Receipt receipt) throws IOException {
        Optional<ClaimNamespace> place = receipt.evidence().knownClaims();
        if (tool == null) {
            return Answer.NONE;
        }
        if (place.isEmpty()) {
            return new Answer(List.of(), "nobody knows where leases on it would be claimed");
        }
        try {
            List<String> leases = tool.on(place.get(), copies.resolve(receipt.id().directory()));
            return leases.isEmpty()
                    ? Answer.NONE
                    : new Answer(leases, "leases refer to it: " + String.join(", ", leases));
        } catch (Refusal unclear) {
            return new Answer(
                    List.of(),
                    "nobody knows whether a lease refers to it: " + unclear.getMessage());
        }
    }
}
