package dev.belay.staging.claims;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.receipt.Evidence;
import dev.belay.staging.schema.Fields;
import dev.belay.staging.schema.InvalidFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The answer of `claims list --json`, read strictly.
///
/// @param claims in the order of the answer
/// @param problems how many files the tool could not read
record ClaimListing(List<Claim> claims, int problems) {
    static final int BYTES_MAX = 4 << 20;
    static final int CLAIMS_MAX = 10_000;

    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BYTES_MAX);
    private static final long SAFE_MAX = (1L << 53) - 1;
    private static final String SOURCE = "local-claims";
    private static final List<String> TEXTS =
            List.of(
                    "slug",
                    "provider",
                    "pond",
                    "targetOS",
                    "windowsMode",
                    "claimedAt",
                    "lastUsedAt");
    private static final Set<String> CLAIM =
            Set.of(
                    "leaseId",
                    "repoRoot",
                    "idleTimeoutSeconds",
                    "slug",
                    "provider",
                    "pond",
                    "targetOS",
                    "windowsMode",
                    "claimedAt",
                    "lastUsedAt");
    private static final Set<String> PROBLEM = Set.of("file", "code", "message");

    /// A lease, and the repository that it was last used from.
    record Claim(String lease, String repository) {}

    ClaimListing {
        claims = List.copyOf(claims);
    }

    static ClaimListing read(byte[] answer) throws InvalidFormat {
        Fields listing =
                Fields.read(answer, LIMITS, Set.of("version", "source", "claims", "problems"));
        listing.integer("version", 1, 1);
        listing.string("source", SOURCE::equals);
        List<JsonValue> elements = listing.array("claims");
        if (elements.size() > CLAIMS_MAX) {
            throw new InvalidFormat("more than %d claims".formatted(CLAIMS_MAX));
        }
        List<Claim> claims = new ArrayList<>(elements.size());
        for (JsonValue element : elements) {
            claims.add(claim(Fields.of(element, "claims", CLAIM)));
        }
        List<JsonValue> problems = listing.array("problems");
        for (JsonValue element : problems) {
            Fields problem = Fields.of(element, "problems", PROBLEM);
            for (String name : PROBLEM) {
                problem.string(name);
            }
        }
        return new ClaimListing(claims, problems.size());
    }

    private static Claim claim(Fields claim) throws InvalidFormat {
        for (String name : TEXTS) {
            claim.string(name);
        }
        claim.integer("idleTimeoutSeconds", -SAFE_MAX, SAFE_MAX);
        return new Claim(
                claim.string("leaseId", Evidence::isLease),
                claim.string("repoRoot", path -> path.startsWith("/") && path.indexOf(0) < 0));
    }
}
