package dev.belay.staging.receipt;

import dev.belay.staging.schema.Digest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What may prove that a staging can go. What is null was not recorded.
///
/// @param claims where claims on it would be
/// @param manifest the digest of its manifest
/// @param witness what is said to hold the source
/// @param leases what its command used, at most [#LEASES_MAX]
/// @param artifacts the digest of the file on its preserved outputs
public record Evidence(
        @Nullable ClaimNamespace claims,
        @Nullable Digest manifest,
        @Nullable SourceWitness witness,
        List<String> leases,
        @Nullable Digest artifacts) {
    /// A receipt that names more is never read again.
    public static final int LEASES_MAX = 16;

    static final int LEASE_LENGTH_MAX = 512;

    /// Of a staging about which nothing is known yet.
    public static final Evidence NONE = new Evidence(null, null, null, List.of(), null);

    public Evidence {
        leases = List.copyOf(leases);
        if (leases.size() > LEASES_MAX || !leases.stream().allMatch(Evidence::isLease)) {
            throw new IllegalArgumentException("not the leases of a staging");
        }
    }

    public static boolean isLease(String text) {
        return !text.isEmpty() && text.length() <= LEASE_LENGTH_MAX;
    }

    public Optional<ClaimNamespace> knownClaims() {
        return Optional.ofNullable(claims);
    }

    public Optional<Digest> knownManifest() {
        return Optional.ofNullable(manifest);
    }

    public Optional<SourceWitness> knownWitness() {
        return Optional.ofNullable(witness);
    }

    public Optional<Digest> knownArtifacts() {
        return Optional.ofNullable(artifacts);
    }

    public Evidence withClaims(@Nullable ClaimNamespace other) {
        return new Evidence(other, manifest, witness, leases, artifacts);
    }

    public Evidence withLeases(List<String> others) {
        return new Evidence(claims, manifest, witness, others, artifacts);
    }

    public Evidence withArtifacts(Digest digest) {
        return new Evidence(claims, manifest, witness, leases, digest);
    }
}
