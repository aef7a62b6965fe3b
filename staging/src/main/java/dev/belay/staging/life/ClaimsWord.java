package dev.belay.staging.life;

import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.receipt.Evidence;

/// What is said of the claims on a staging when its command is let in.
public sealed interface ClaimsWord {
    /// Nothing is said: what was known stays known.
    record NotGiven() implements ClaimsWord {}

    /// The command has claims elsewhere, nobody knows where: what was known counts no more.
    record Unknown() implements ClaimsWord {}

    /// The command's claims are there.
    record Known(ClaimNamespace namespace) implements ClaimsWord {}

    /// What is known after this was said.
    default Evidence in(Evidence before) {
        return switch (this) {
            case NotGiven _ -> before;
            case Unknown _ -> before.withClaims(null);
            case Known(ClaimNamespace namespace) -> before.withClaims(namespace);
        };
    }
}
